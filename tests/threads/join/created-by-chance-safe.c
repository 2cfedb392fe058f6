// Which thread wrote last decides whether another pair of threads runs, one after the other.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last, count;
static void *first(void *unused) {
    pthread_mutex_lock(&lock);
    last = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *second(void *unused) {
    pthread_mutex_lock(&lock);
    last = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *add(void *unused) {
    count++;
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (last == 1) {
        pthread_create(&one, 0, add, 0);
        pthread_join(one, 0);
        count++;
    }
    return 0;
}
