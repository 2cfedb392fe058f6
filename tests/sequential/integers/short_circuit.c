#include <stdio.h>

static int trace;
static int say(int id, int value) {
    trace = trace * 10 + id;
    return value;
}

int main(void) {
    int r = say(1, 0) && say(2, 1);
    printf("%d %d\n", r, trace);
    trace = 0;
    r = say(1, 5) || say(2, 1);
    printf("%d %d\n", r, trace);
    trace = 0;
    r = say(1, 1) && (say(2, 0) || say(3, -4));
    printf("%d %d\n", r, trace);
    trace = 0;
    r = say(1, 1) ? say(2, 20) : say(3, 30);
    printf("%d %d\n", r, trace);
    trace = 0;
    r = (say(1, 1), say(2, 2), say(3, 3));
    printf("%d %d\n", r, trace);
    int *null = 0;
    printf("%d\n", null && *null);
    int zero = 0;
    printf("%d\n", zero == 0 || 1 / zero);
    printf("%d %d %d\n", !5, !!5, !0.0);
    printf("%d\n", 0.1 && 1);
    printf("%d\n", sizeof(say(9, 9)) == 4 && trace == 123);
    r = say(4, 0) ? 1 : say(5, 0) ? 2 : say(6, 1) ? 3 : 4;
    return r * 10;
}
