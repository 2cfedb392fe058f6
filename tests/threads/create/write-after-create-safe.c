// No race: the creator writes before the new thread exists.
#include <pthread.h>
#include <stddef.h>

int x, seen;

void *reader(void *arg) {
    seen = x;
    return NULL;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    return seen;
}
