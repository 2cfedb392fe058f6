// Race: the copied struct still holds a pointer to the shared counter.
#include <pthread.h>
#include <stddef.h>

struct context { int own, *shared; };
struct context contexts[2];
int counter;

static int step(struct context c) {
    c.own++;
    ++*c.shared; //~ RACE
    return c.own;
}

void *worker(void *arg) {
    struct context *c = arg;
    c->own = step(*c);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        contexts[i].shared = &counter;
        pthread_create(&t[i], NULL, worker, &contexts[i]);
    }
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return contexts[0].own + counter;
}
