// No race: tgamma leaves nothing behind.
#include <math.h>
#include <pthread.h>

void *compute(void *arg) {
    double *x = arg;
    *x = tgamma(*x);
    return NULL;
}

int main(void) {
    double numbers[2] = {1.5, 2.5};
    pthread_t t;
    pthread_create(&t, NULL, compute, &numbers[0]);
    compute(&numbers[1]);
    pthread_join(t, NULL);
    return 0;
}
