// Race: the result is read before thrd_join.
#include <stddef.h>
#include <threads.h>

int result;

int compute(void *arg) {
    result = 42; //~ RACE
    return 7;
}

int main(void) {
    thrd_t t;
    int code;
    thrd_create(&t, compute, NULL);
    int r = result; //~ RACE
    thrd_join(t, &code);
    return r + code;
}
