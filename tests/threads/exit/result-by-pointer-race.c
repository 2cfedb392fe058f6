// Race: main looks at the static result before it joins.
#include <pthread.h>
#include <stddef.h>

struct result { int value; };
static struct result shared;

void *compute(void *arg) {
    shared.value = 9; //~ RACE
    pthread_exit(&shared);
}

int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, compute, NULL);
    int early = shared.value; //~ RACE
    pthread_join(t, &p);
    return early;
}
