// Race: the data are read whatever the flag says.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_bool flag;

void *producer(void *arg) {
    data = 1; //~ RACE
    flag = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    _Bool seen = flag;
    r = data + seen; //~ RACE
    pthread_join(t, NULL);
    return r;
}
