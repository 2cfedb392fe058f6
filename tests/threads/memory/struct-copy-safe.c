// No race: only the other field is copied.
#include <pthread.h>
#include <stddef.h>

struct pair { int a, b; };
struct pair pair, copy;

void *writer(void *arg) {
    pair.b = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    copy.a = pair.a;
    pthread_join(t, NULL);
    return copy.a;
}
