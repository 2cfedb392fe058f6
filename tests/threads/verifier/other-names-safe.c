// No race: other verifiers' names for inputs, assumptions and atomic blocks; no input within the assumption leads out of the block.
#include <pthread.h>
#include <stddef.h>

extern int nondet_int(void);
extern void __ESBMC_assume(int);
extern void __ESBMC_atomic_begin(void);
extern void __ESBMC_atomic_end(void);
int x;

void *worker(void *arg) {
    int n = nondet_int();
    __ESBMC_assume(n >= 0 && n < 4);
    if (n == 4)
        x = n;
    __ESBMC_atomic_begin();
    x++;
    __ESBMC_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __ESBMC_atomic_begin();
    x++;
    __ESBMC_atomic_end();
    pthread_join(t, NULL);
    return x;
}
