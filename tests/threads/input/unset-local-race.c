// A local variable that was never assigned may be anything, so the increment without the lock may happen.
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    count++; //~ RACE
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    int open;
    pthread_create(&thread, 0, work, 0);
    if (open)
        count++; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
