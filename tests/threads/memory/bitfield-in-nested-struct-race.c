// Race: the bit-fields are in one struct.
#include <pthread.h>
#include <stddef.h>

struct flags { struct { unsigned a : 3, b : 3; } x, y; };
struct flags flags;

void *first(void *arg) {
    flags.x.a = 1; //~ RACE
    return NULL;
}

void *second(void *arg) {
    flags.x.b = 2; //~ RACE
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
