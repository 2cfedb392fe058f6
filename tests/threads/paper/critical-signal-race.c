// Race: the flag is set before the data is written.
#include <pthread.h>
#include <stddef.h>

int x, done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    x = 1; //~ RACE
    return NULL;
}

void *second(void *arg) {
    int seen = 0;
    while (!seen) {
        pthread_mutex_lock(&m);
        seen = done;
        pthread_mutex_unlock(&m);
    }
    x = 2; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
