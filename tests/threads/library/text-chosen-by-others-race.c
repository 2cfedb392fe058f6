// Which text is shown is up to another thread.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char first[8] = "aaa", second[8] = "bbb", third[8] = "ccc";
static char *message = first;
static void *choose(void *unused) {
    pthread_mutex_lock(&lock);
    message = second;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *show(void *unused) {
    pthread_mutex_lock(&lock);
    char *chosen = message;
    pthread_mutex_unlock(&lock);
    puts(chosen); //~ RACE
    return unused;
}
static void *change(void *unused) {
    first[0] = 'x'; //~ RACE
    third[1] = 'y';
    return unused;
}
int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, choose, 0);
    pthread_create(&two, 0, show, 0);
    pthread_create(&three, 0, change, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return first[1] == third[0];
}
