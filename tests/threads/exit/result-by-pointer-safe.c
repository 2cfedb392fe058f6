// No race: main takes the result that the join delivers.
#include <pthread.h>
#include <stddef.h>

struct result { int value; };
static struct result shared;

void *compute(void *arg) {
    shared.value = 9;
    pthread_exit(&shared);
}

int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, compute, NULL);
    pthread_join(t, &p);
    int early = ((struct result *)p)->value;
    return early;
}
