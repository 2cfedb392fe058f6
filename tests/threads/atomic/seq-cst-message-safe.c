// No race: the data are read only after the flag was seen.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_bool flag;

void *producer(void *arg) {
    data = 1;
    flag = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    _Bool seen = flag;
    if (seen) r = data + seen;
    pthread_join(t, NULL);
    return r;
}
