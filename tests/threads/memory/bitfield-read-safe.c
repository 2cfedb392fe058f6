// No race: reading both bit-fields at the same time is not.
#include <pthread.h>
#include <stddef.h>

struct flags { unsigned a : 1, b : 1; };
struct flags flags = {1, 1};
int seen[2];

void *first(void *arg) {
    seen[0] = flags.a;
    return NULL;
}

void *second(void *arg) {
    seen[1] = flags.b;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen[0] + seen[1];
}
