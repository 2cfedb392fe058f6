#include <setjmp.h>
#include <stdio.h>

static jmp_buf top, inner;
static volatile int steps;

static void deep(int n) {
    steps++;
    if (n == 0) longjmp(top, 7);
    deep(n - 1);
    printf("never\n");
}

static int parse(const char *s) {
    int code = setjmp(inner);
    if (code) return -code;
    int v = 0;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') longjmp(inner, *s);
        v = v * 10 + *s - '0';
    }
    return v;
}

int main(void) {
    volatile int tries = 0;
    int code = setjmp(top);
    printf("setjmp gave %d\n", code);
    if (code == 0) deep(3);
    printf("%d\n", steps);
    if (tries++ < 2) longjmp(top, tries * 10);
    printf("%d %d %d\n", parse("123"), parse("12x"), parse("9"));
    static jmp_buf zero;
    switch (setjmp(zero)) {
    case 0: longjmp(zero, 0);
    case 1: printf("zero becomes one\n"); break;
    default: printf("never\n");
    }
    sigjmp_buf s;
    if (sigsetjmp(s, 0) == 0) siglongjmp(s, 3);
    return tries + steps * 10;
}
