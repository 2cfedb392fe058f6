// No race: a plate is used only with the fork that belongs to it.
#include <pthread.h>
#include <stddef.h>

int plates[3], ids[3] = {0, 1, 2};
pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *philosopher(void *arg) {
    int left = *(int *)arg, right = (left + 1) % 3;
    int low = left < right ? left : right, high = left + right - low;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    plates[high]++;
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, philosopher, &ids[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return plates[2];
}
