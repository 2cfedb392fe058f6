// A helper is joined after the workers have been created.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int table;
static void *prepare(void *unused) {
    table = __VERIFIER_nondet_int(); //~ RACE
    return unused;
}
static void *work(void *unused) {
    return table ? unused : 0; //~ RACE
}
int main(void) {
    pthread_t helper;
    pthread_create(&helper, 0, prepare, 0);
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    pthread_join(helper, 0);
    return 0;
}
