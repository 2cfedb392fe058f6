// Race: the copy of the whole struct reads the field that the other thread writes.
#include <pthread.h>
#include <stddef.h>

struct pair { int a, b; };
struct pair pair, copy;

void *writer(void *arg) {
    pair.b = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    copy = pair; //~ RACE
    pthread_join(t, NULL);
    return copy.a;
}
