// Race: other verifiers' names for inputs, assumptions and atomic blocks; an input leads to an update out of the block.
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
    if (n == 3)
        x = n; //~ RACE
    __ESBMC_atomic_begin();
    x++;
    __ESBMC_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __ESBMC_atomic_begin();
    x++; //~ RACE
    __ESBMC_atomic_end();
    pthread_join(t, NULL);
    return x;
}
