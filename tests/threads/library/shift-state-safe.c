// No race: each thread keeps it itself.
#define _GNU_SOURCE
#include <wchar.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    { wchar_t c; mbstate_t own = {0}; mbrtowc(&c, "a", 1, &own); }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    { wchar_t c; mbstate_t own = {0}; mbrtowc(&c, "a", 1, &own); }
    pthread_join(t, NULL);
    return 0;
}
