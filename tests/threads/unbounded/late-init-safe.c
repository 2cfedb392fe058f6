// A mutex that is made while others use it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock;
static int cell;
static void *add(void *unused) {
    pthread_mutex_lock(&lock), cell++, pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_mutex_init(&lock, 0);
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
    return 0;
}
