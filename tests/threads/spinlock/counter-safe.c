// No race: both threads hold the spin lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_spinlock_t s;

void *worker(void *arg) {
    pthread_spin_lock(&s);
    x++;
    pthread_spin_unlock(&s);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, worker, NULL);
    pthread_spin_lock(&s);
    x++;
    pthread_spin_unlock(&s);
    pthread_join(t, NULL);
    pthread_spin_destroy(&s);
    return x;
}
