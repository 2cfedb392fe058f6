#include <setjmp.h>
#include <stdio.h>

struct handler { jmp_buf where; struct handler *outer; };
static struct handler *current;

#define TRY(body, code, rescue) do { \
    struct handler h; \
    h.outer = current; \
    current = &h; \
    int code = setjmp(h.where); \
    if (!code) { body } \
    current = h.outer; \
    if (code) { rescue } } while (0)

static void raise_error(int code) { longjmp(current->where, code); }
static int divide(int a, int b) {
    if (b == 0) raise_error(3);
    return a / b;
}

int main(void) {
    volatile int total = 0;
    for (int i = 0; i < 3; i++) {
        volatile int divisor = i;
        TRY({ total += divide(10, divisor); }, e, { printf("caught %d\n", e); total += 100; });
    }
    TRY({
        TRY({ raise_error(5); }, inner, { printf("inner %d\n", inner); raise_error(inner + 1); });
        printf("never\n");
    }, outer, { printf("outer %d\n", outer); total += outer; });
    printf("%d %d\n", total, current == NULL);
    return total;
}
