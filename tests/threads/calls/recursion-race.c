// Race: the deepest call of the recursion writes, and no caller holds the lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void descend(int depth) {
    if (depth == 0) {
        x = 1; //~ RACE
        return;
    }
    descend(depth - 1);
}

void *worker(void *arg) {
    descend(3);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 2; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
