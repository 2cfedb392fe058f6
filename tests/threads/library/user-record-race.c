// Race: the record that `getpwnam` gives is one for all threads.
#define _GNU_SOURCE
#include <pwd.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    getpwnam("root"); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    getpwnam("root"); //~ RACE
    pthread_join(t, NULL);
    return 0;
}
