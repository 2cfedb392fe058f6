// No race: only zero means that the lock was taken.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_spinlock_t s;

void *eager(void *arg) {
    int busy = pthread_spin_trylock(&s);
    if (!busy) x = 1;
    if (!busy) pthread_spin_unlock(&s);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, eager, NULL);
    pthread_spin_lock(&s);
    x = 2;
    pthread_spin_unlock(&s);
    pthread_join(t, NULL);
    return x;
}
