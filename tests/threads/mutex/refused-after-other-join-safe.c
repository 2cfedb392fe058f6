// One thread has been joined, the other may still hold the lock that is tried.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, refused;
static void *add(void *unused) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *idle(void *unused) {
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, idle, 0);
    pthread_join(two, 0);
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    else
        refused = 2;
    pthread_join(one, 0);
    return refused + count;
}
