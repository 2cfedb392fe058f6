// Race: every thread takes the prize that it saw unclaimed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int prize;
atomic_int claimed;

void *worker(void *arg) {
    int won = !atomic_load(&claimed);
    if (won) prize++; //~ RACE
    atomic_store(&claimed, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return prize;
}
