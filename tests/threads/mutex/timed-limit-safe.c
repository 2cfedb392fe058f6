// The time until which a thread waits is read.
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec limit;
static void *wait(void *unused) {
    if (pthread_mutex_timedlock(&lock, &limit) == 0)
        pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t thread;
    limit.tv_sec = 1;
    pthread_create(&thread, 0, wait, 0);
    pthread_join(thread, 0);
    return 0;
}
