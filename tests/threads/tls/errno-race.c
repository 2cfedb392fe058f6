// Race: a home-made error number is shared.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int last_error;

void *worker(void *arg) {
    last_error = EINVAL; //~ RACE
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
