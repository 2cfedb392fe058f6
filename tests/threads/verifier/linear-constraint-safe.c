// No race: an even and an odd index never meet.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int cells[4], i, j;

void *worker(void *arg) {
    cells[2 * i] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    i = __VERIFIER_nondet_int();
    j = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 2 && j >= 0 && j < 2);
    pthread_create(&t, NULL, worker, NULL);
    cells[2 * j + 1] = 2;
    pthread_join(t, NULL);
    return 0;
}
