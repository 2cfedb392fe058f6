// No race: what main writes last is not what the thread writes.
#include <pthread.h>
#include <stddef.h>

int x, y;

void *worker(void *arg) {
    x = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = 2;
    pthread_exit(NULL);
}
