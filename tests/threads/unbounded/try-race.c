// Threads without number try the lock and count if they did not get it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *unused) {
    while (__VERIFIER_nondet_int())
        if (pthread_mutex_trylock(&lock) != 0) {
            count++; //~ RACE
        }
    return unused;
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
