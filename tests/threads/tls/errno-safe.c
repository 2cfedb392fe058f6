// No race: errno belongs to the thread.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int last_error;

void *worker(void *arg) {
    errno = EINVAL;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    errno = last_error;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return errno;
}
