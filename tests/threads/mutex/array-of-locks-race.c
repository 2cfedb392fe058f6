// Race: the lock of another cell is taken.
#include <pthread.h>
#include <stddef.h>

int cells[2];
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void add(int cell, int lock) {
    pthread_mutex_lock(&locks[lock]);
    cells[cell]++; //~ RACE
    pthread_mutex_unlock(&locks[lock]);
}

void *first(void *arg) {
    add(0, 0);
    return NULL;
}

void *second(void *arg) {
    add(0, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return cells[0];
}
