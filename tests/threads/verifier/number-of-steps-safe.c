// No race: the bound on the steps keeps the threads apart.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int cells[4], n;

void *worker(void *arg) {
    for (int k = 0; k < n; k++) cells[k] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 3);
    pthread_create(&t, NULL, worker, NULL);
    cells[3] = 2;
    pthread_join(t, NULL);
    return 0;
}
