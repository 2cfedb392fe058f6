// No race: a thread that starts another orders what it did before.
#include <pthread.h>
#include <stddef.h>

int x, seen;
pthread_t second;

void *read_it(void *arg) {
    seen = x;
    return NULL;
}

void *write_it(void *arg) {
    x = 1;
    pthread_create(&second, NULL, read_it, NULL);
    return NULL;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, write_it, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return seen;
}
