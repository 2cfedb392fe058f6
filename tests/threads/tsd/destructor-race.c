// Race: the destructors of two ending threads count without a lock.
#include <pthread.h>
#include <stddef.h>

int destroyed, tokens[2];
pthread_key_t key;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void destroy(void *value) {
    destroyed++; //~ RACE
}

void *worker(void *arg) {
    pthread_setspecific(key, arg);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_key_create(&key, destroy);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &tokens[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    pthread_mutex_destroy(&m);
    return destroyed;
}
