// Race: the reader leaves before it has read.
#include <pthread.h>
#include <stddef.h>

int data, readers, seen;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t none = PTHREAD_COND_INITIALIZER;

void *reader(void *arg) {
    pthread_mutex_lock(&m);
    readers++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (--readers == 0) pthread_cond_signal(&none);
    pthread_mutex_unlock(&m);
    seen = data; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_lock(&m);
    while (readers > 0) pthread_cond_wait(&none, &m);
    data = 1; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return seen;
}
