// A long jump comes back with the value that was read under the lock.
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, cell;
static jmp_buf place;
static void leave(void) {
    longjmp(place, 1);
}
static void *write(void *unused) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    cell = 1; //~ RACE
    return unused;
}
static void *read(void *unused) {
    int seen = 1;
    if (!setjmp(place)) {
        pthread_mutex_lock(&lock);
        seen = value;
        pthread_mutex_unlock(&lock);
        leave();
    }
    if (seen == 0)
        cell = 2; //~ RACE
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, write, 0);
    pthread_create(&two, 0, read, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
