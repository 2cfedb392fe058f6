// No race: bit-fields of different nested structs are different locations.
#include <pthread.h>
#include <stddef.h>

struct flags { struct { unsigned a : 3; } x; struct { unsigned b : 3; } y; };
struct flags flags;

void *first(void *arg) {
    flags.x.a = 1;
    return NULL;
}

void *second(void *arg) {
    flags.y.b = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return flags.x.a;
}
