// No race: the result is read after thrd_join.
#include <stddef.h>
#include <threads.h>

int result;

int compute(void *arg) {
    result = 42;
    return 7;
}

int main(void) {
    thrd_t t;
    int code;
    thrd_create(&t, compute, NULL);
    thrd_join(t, &code);
    int r = result;
    return r + code;
}
