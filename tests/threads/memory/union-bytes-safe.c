// No race: the byte is outside the short.
#include <pthread.h>
#include <stddef.h>

union box { short s; char bytes[4]; };
union box box;

void *first(void *arg) {
    box.s = 1;
    return NULL;
}

void *second(void *arg) {
    box.bytes[2] = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
