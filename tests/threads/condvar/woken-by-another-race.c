// Whoever wakes the sleeper need not be who wrote the cell, and the mutex may go to the sleeper first.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int cell;
static void *ring(void *unused) {
    pthread_cond_signal(&bell);
    return unused;
}
static void *fill(void *unused) {
    cell = 1; //~ RACE
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, fill, 0);
    pthread_create(&two, 0, ring, 0);
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&bell, &lock);
    int seen = cell; //~ RACE
    pthread_mutex_unlock(&lock);
    return seen;
}
