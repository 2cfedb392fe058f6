// Race: enough steps reach the cell of the other thread.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int cells[4], n;

void *worker(void *arg) {
    for (int k = 0; k < n; k++) cells[k] = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    pthread_create(&t, NULL, worker, NULL);
    cells[3] = 2; //~ RACE
    pthread_join(t, NULL);
    return 0;
}
