#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

static int cleanups;
static void first(void) { printf("first %d\n", ++cleanups); }
static void second(void) { printf("second %d\n", ++cleanups); }

noreturn static void fail(int code) {
    printf("failing with %d\n", code);
    exit(code);
}
__attribute__((noreturn)) static void leave(int code) { fail(code + 1); }

static int checked(int x) {
    if (x > 3) leave(x * 10);
    return x;
}

int main(void) {
    atexit(first);
    atexit(second);
    atexit(second);
    for (int i = 0;; i++) printf("%d\n", checked(i));
}
