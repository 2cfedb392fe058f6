// Race: the loser of the compare and exchange writes all the same.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

int taken, x;

void *worker(void *arg) {
    int expected = 0;
    bool won = __atomic_compare_exchange_n(&taken, &expected, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    x += won; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
