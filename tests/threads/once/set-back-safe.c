// A once control that is set back under a lock lets the initialiser run again, beside who waits for nothing.
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cell;
static void make(void) {
    cell++;
}
static void *use(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_once(&once, make);
    pthread_mutex_unlock(&lock);
    int *seen = unused;
    *seen = cell;
    return unused;
}
int main(void) {
    pthread_t thread;
    int seen;
    pthread_create(&thread, 0, use, &seen);
    pthread_mutex_lock(&lock);
    pthread_once(&once, make);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
