// Race: the thread leaves through pthread_exit in a callee, after it gave the lock back and wrote once more.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void finish(int v) {
    pthread_mutex_unlock(&m);
    x = v; //~ RACE
    pthread_exit(NULL);
}

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    finish(2);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 1; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
