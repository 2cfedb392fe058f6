// A helper is joined before the workers, however many, read what it prepared.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int table;
static void *prepare(void *unused) {
    table = __VERIFIER_nondet_int();
    return unused;
}
static void *work(void *unused) {
    return table ? unused : 0;
}
int main(void) {
    pthread_t helper;
    pthread_create(&helper, 0, prepare, 0);
    pthread_join(helper, 0);
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
