// Race: the members of a union share their bytes.
#include <pthread.h>
#include <stddef.h>

union box { int a; float b; };
union box box;

void *first(void *arg) {
    box.a = 1; //~ RACE
    return NULL;
}

void *second(void *arg) {
    box.b = 2; //~ RACE
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
