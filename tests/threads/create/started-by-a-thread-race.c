// Race: the second thread is started before the value it reads is written.
#include <pthread.h>
#include <stddef.h>

int x, seen;
pthread_t second;

void *read_it(void *arg) {
    seen = x; //~ RACE
    return NULL;
}

void *write_it(void *arg) {
    pthread_create(&second, NULL, read_it, NULL);
    x = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, write_it, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return seen;
}
