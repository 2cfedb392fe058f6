// A lock that was usable from the start and is made again while it is held.
#include <pthread.h>
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t inner = PTHREAD_RWLOCK_INITIALIZER;
static int cell;
static void *first(void *unused) {
    pthread_mutex_lock(&outer);
    pthread_rwlock_wrlock(&inner);
    pthread_mutex_unlock(&outer);
    cell++;
    pthread_rwlock_unlock(&inner);
    return unused;
}
static void *second(void *unused) {
    pthread_mutex_lock(&outer);
    pthread_rwlock_wrlock(&inner);
    pthread_mutex_unlock(&outer);
    cell++;
    pthread_rwlock_unlock(&inner);
    return unused;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
