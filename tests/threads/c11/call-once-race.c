// Race: one thread skips call_once.
#include <stddef.h>
#include <threads.h>

int config;
once_flag once = ONCE_FLAG_INIT;

static void initialise(void) {
    config = 6; //~ RACE
}

int first(void *arg) {
    call_once(&once, initialise);
    return 0;
}

int second(void *arg) {
    return config; //~ RACE
}

int main(void) {
    thrd_t a, b;
    int r;
    thrd_create(&a, first, NULL);
    thrd_create(&b, second, NULL);
    thrd_join(a, NULL);
    thrd_join(b, &r);
    return r;
}
