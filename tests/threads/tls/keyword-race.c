// Race: the counter is shared.
#include <pthread.h>
#include <stddef.h>

static int counter;

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
