// A variable that atomic blocks look at and set is a lock.
#include <pthread.h>
extern void __VERIFIER_assume(int);
static int taken, cell;
static void __VERIFIER_atomic_take(int *flag) {
    __VERIFIER_assume(*flag == 0);
    *flag = 1;
}
static void __VERIFIER_atomic_give(int *flag) {
    __VERIFIER_assume(*flag == 1);
    *flag = 0;
}
static void *add(void *unused) {
    __VERIFIER_atomic_take(&taken);
    if (taken)
        cell++;
    __VERIFIER_atomic_give(&taken);
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
}
