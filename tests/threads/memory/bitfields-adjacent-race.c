// Race: adjacent bit-fields are one memory location.
#include <pthread.h>
#include <stddef.h>

struct flags {
    unsigned a : 4;
    unsigned b : 4;
};
struct flags flags;

void *first(void *arg) {
    flags.a = 1; //~ RACE
    return NULL;
}

void *second(void *arg) {
    flags.b = 2; //~ RACE
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
