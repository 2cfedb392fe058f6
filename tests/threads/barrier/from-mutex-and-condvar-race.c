// Race: the result is read before the home-made barrier.
#include <pthread.h>
#include <stddef.h>

int cells[2], ids[2] = {0, 1}, arrived;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void meet(void) {
    pthread_mutex_lock(&m);
    if (++arrived == 2) pthread_cond_broadcast(&c);
    while (arrived < 2) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}

void *worker(void *arg) {
    int id = *(int *)arg;
    cells[id] = 1; //~ RACE
    int other = cells[1 - id]; //~ RACE
    meet();
    return other ? NULL : arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return arrived;
}
