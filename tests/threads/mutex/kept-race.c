// A thread that has ended keeps the lock. That the lock is not free says that the thread was there, and orders nothing.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *keep(void *unused) {
    data = 1; //~ RACE
    pthread_mutex_lock(&lock);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, keep, 0);
    if (pthread_mutex_trylock(&lock) != 0)
        data = 2; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
