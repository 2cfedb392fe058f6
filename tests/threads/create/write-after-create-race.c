// Race: the creator writes while the new thread may already read.
#include <pthread.h>
#include <stddef.h>

int x, seen;

void *reader(void *arg) {
    seen = x; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    x = 1; //~ RACE
    pthread_join(t, NULL);
    return seen;
}
