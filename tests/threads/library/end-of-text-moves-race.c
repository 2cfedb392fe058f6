// Where a text ends is up to a thread that writes its end under the lock.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[8] = "abc\0def";
static void *show(void *unused) {
    pthread_mutex_lock(&lock);
    puts(text); //~ RACE
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *join(void *unused) {
    pthread_mutex_lock(&lock);
    text[3] = '-';
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *change(void *unused) {
    text[5] = 'x'; //~ RACE
    return unused;
}
int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, show, 0);
    pthread_create(&two, 0, join, 0);
    pthread_create(&three, 0, change, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
