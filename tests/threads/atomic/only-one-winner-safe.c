// No race: exactly one exchange finds the prize unclaimed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int prize;
atomic_int claimed;

void *worker(void *arg) {
    int won = !atomic_exchange(&claimed, 1);
    if (won) prize++;
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
