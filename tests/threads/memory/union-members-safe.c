// No race: the members of a struct do not.
#include <pthread.h>
#include <stddef.h>

struct box { int a; float b; };
struct box box;

void *first(void *arg) {
    box.a = 1;
    return NULL;
}

void *second(void *arg) {
    box.b = 2;
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
