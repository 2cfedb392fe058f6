// No race: the threads write different fields of one struct.
#include <pthread.h>
#include <stddef.h>

struct pair { char a, b; };
struct pair pair;

void *first(void *arg) {
    pair.a = 1;
    return NULL;
}

void *second(void *arg) {
    pair.b = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return pair.a + pair.b;
}
