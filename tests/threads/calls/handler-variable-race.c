// Race: the handler is replaced while the other thread calls through it.
#include <pthread.h>
#include <stddef.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
int (*handler)(void) = one;
int result;

void *caller(void *arg) {
    result = handler(); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, caller, NULL);
    handler = two; //~ RACE
    pthread_join(t, NULL);
    return result;
}
