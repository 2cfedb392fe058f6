// The look and the store are two steps.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int taken, cell;
static int try(void) {
    int done = 0, found;
    __VERIFIER_atomic_begin();
    found = taken;
    __VERIFIER_atomic_end();
    if (found == 0) {
        __VERIFIER_atomic_begin();
        taken = 1;
        __VERIFIER_atomic_end();
        done = 1;
    }
    return done;
}
static void *add(void *unused) {
    if (try()) {
        cell++; //~ RACE
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
