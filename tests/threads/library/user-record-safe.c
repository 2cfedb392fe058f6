// No race: each thread has a record of its own.
#define _GNU_SOURCE
#include <pwd.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    { struct passwd own, *found; char text[64]; getpwnam_r("root", &own, text, sizeof text, &found); }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    { struct passwd own, *found; char text[64]; getpwnam_r("root", &own, text, sizeof text, &found); }
    pthread_join(t, NULL);
    return 0;
}
