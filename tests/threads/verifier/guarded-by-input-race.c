// Race: for the input 3 the update is made without the lock.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 4);
    if (n == 3)
        x = n; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 9; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
