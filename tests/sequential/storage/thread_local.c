// In one thread a thread-local object is simply a static one.
#include <stdio.h>
#include <threads.h>

static _Thread_local int a = 3;
static __thread int b[4] = {1, 2};
thread_local const char *name = "initial";
extern _Thread_local int later;

static int bump(void) {
    static _Thread_local int calls = 10;
    return ++calls;
}

int main(void) {
    a += b[1];
    b[3] = a;
    int *p = &b[0];
    p[2] = 8;
    printf("%d %d %d %d %d\n", a, b[0], b[1], b[2], b[3]);
    name = "changed";
    bump();
    printf("%s %d\n", name, bump());
    later *= 2;
    return later + bump();
}

_Thread_local int later = 21;
