// A pointer on the stack is written through another one on some paths, so what it points to is chosen byte by byte.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int a, b;

void *worker(void *argument) {
    int *own[1] = {&b};
    int **other = &own[0];
    if (__VERIFIER_nondet_int() == 77)
        *other = 0;
    if (own[0])
        *own[0] = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    a = 1;
    pthread_join(thread, 0);
    return b;
}
