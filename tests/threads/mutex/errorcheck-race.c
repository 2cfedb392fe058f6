// Race: the relock fails with EDEADLK and the thread wrongly undoes it, losing the lock it had.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m;

void *relock(void *arg) {
    pthread_mutex_lock(&m);
    int again = pthread_mutex_lock(&m);
    if (again == EDEADLK) pthread_mutex_unlock(&m);
    x = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, relock, NULL);
    pthread_mutex_lock(&m);
    x = 2; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
