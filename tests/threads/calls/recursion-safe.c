// No race: the whole recursion runs under the lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void descend(int depth) {
    if (depth == 0) {
        x = 1;
        return;
    }
    descend(depth - 1);
}

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    descend(3);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
