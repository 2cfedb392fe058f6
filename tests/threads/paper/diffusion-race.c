// Race: the swap makes both pointers name one array, so a thread reads what its neighbour writes.
#include <pthread.h>
#include <stddef.h>

#define N 6
#define STEPS 2

int one[N] = {0, 9, 0, 9, 0, 9}, two[N];
pthread_barrier_t meet;

void *work(void *arg) {
    int *u = one, *v = two;
    int from = arg ? N / 2 : 1, to = arg ? N - 1 : N / 2;
    for (int t = 0; t < STEPS; t++) {
        for (int i = from; i < to; i++)
            v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3; //~ RACE
        pthread_barrier_wait(&meet);
        u = v;
        v = u;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&meet, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &meet);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return one[1];
}
