// Race: the second unlock gives the recursive mutex back, and the write is after it.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m;

void *nested(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    x = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, nested, NULL);
    pthread_mutex_lock(&m);
    x = 2; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
