// Threads that run the same loop over one array are not rounds of one loop.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int cells[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *fill(void *unused) {
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        cells[i]++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void) {
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, fill, 0);
    }
    return 0;
}
