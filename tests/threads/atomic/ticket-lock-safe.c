// No race: every thread draws its own ticket.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x;
atomic_uint next, serving;

void *worker(void *arg) {
    unsigned ticket = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) < ticket) ;
    x++;
    atomic_fetch_add(&serving, 1);
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
