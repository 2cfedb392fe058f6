// How much of a text is shown depends on a number that another thread sets under the lock.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[8] = "abc";
static int shown = 1;
static void *show(void *unused) {
    pthread_mutex_lock(&lock);
    int length = shown;
    pthread_mutex_unlock(&lock);
    printf("%.*s\n", length, text);
    return unused;
}
static void *widen(void *unused) {
    pthread_mutex_lock(&lock);
    shown = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *change(void *unused) {
    text[2] = 'x';
    return unused;
}
int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, show, 0);
    pthread_create(&two, 0, widen, 0);
    pthread_create(&three, 0, change, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
