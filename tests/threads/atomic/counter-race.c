// Race: a plain counter.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int counter;

void *worker(void *arg) {
    counter++; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter;
}
