// Race: both inputs may name the same cell.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int cells[3], i, j;

void *worker(void *arg) {
    cells[i] = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    i = __VERIFIER_nondet_int();
    j = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 3 && j >= 0 && j < 3);
    pthread_create(&t, NULL, worker, NULL);
    cells[j] = 2; //~ RACE
    pthread_join(t, NULL);
    return 0;
}
