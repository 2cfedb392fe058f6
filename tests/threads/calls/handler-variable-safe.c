// No race: the handler is replaced before the other thread exists.
#include <pthread.h>
#include <stddef.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
int (*handler)(void) = one;
int result;

void *caller(void *arg) {
    result = handler();
    return NULL;
}

int main(void) {
    pthread_t t;
    handler = two;
    pthread_create(&t, NULL, caller, NULL);
    pthread_join(t, NULL);
    return result;
}
