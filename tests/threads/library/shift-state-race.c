// Race: how far a character was read is kept once for all threads.
#define _GNU_SOURCE
#include <wchar.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    { wchar_t c; mbrtowc(&c, "a", 1, NULL); } //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    { wchar_t c; mbrtowc(&c, "a", 1, NULL); } //~ RACE
    pthread_join(t, NULL);
    return 0;
}
