#include <stdio.h>
#include <stdlib.h>

static int order;
static void a(void) { printf("a %d\n", ++order); }
static void b(void) { printf("b %d\n", ++order); }
static void c(void) {
    printf("c %d\n", ++order);
    atexit(a);
}

static void deep(int n) {
    if (n == 0) {
        printf("leaving");
        exit(42);
    }
    deep(n - 1);
    printf("never\n");
}

int main(void) {
    printf("%d\n", atexit(a));
    printf("%d\n", atexit(b));
    atexit(c);
    deep(5);
    return 0;
}
