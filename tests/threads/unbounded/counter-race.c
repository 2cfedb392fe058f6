// As many threads as the input says, each counting under the lock.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    count++; //~ RACE
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    int threads = __VERIFIER_nondet_int();
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    count++; //~ RACE
    return 0;
}
