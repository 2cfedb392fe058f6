// A function tells whether it has taken the lock.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int taken, cell;
static int try(void) {
    int done = 0;
    __VERIFIER_atomic_begin();
    if (taken == 0) {
        taken = 1;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
}
static void *add(void *unused) {
    if (try()) {
        cell++;
        __VERIFIER_atomic_begin();
        taken = 0;
        __VERIFIER_atomic_end();
    }
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
}
