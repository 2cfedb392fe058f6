// No race: an ordinary member is a location of its own.
#include <pthread.h>
#include <stddef.h>

struct flags {
    unsigned a : 8;
    unsigned char b;
};
struct flags flags;

void *first(void *arg) {
    flags.a = 1;
    return NULL;
}

void *second(void *arg) {
    flags.b = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return flags.a + flags.b;
}
