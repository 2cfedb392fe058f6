// Race: one thread updates outside an atomic block.
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;

void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    x++; //~ RACE
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x++; //~ RACE
    pthread_join(t, NULL);
    return x;
}
