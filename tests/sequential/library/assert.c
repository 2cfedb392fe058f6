#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct stack { int v[4]; size_t top; };
static void push(struct stack *s, int x) {
    assert(s && "no stack");
    assert(s->top < sizeof s->v / sizeof *s->v);
    s->v[s->top++] = x;
}
static int pop(struct stack *s) {
    assert(s->top > 0);
    return s->v[--s->top];
}

int main(void) {
    struct stack s = {.top = 0};
    for (int i = 0; i < 4; i++) push(&s, i * i);
    int sum = 0;
    while (s.top) sum = sum * 10 + pop(&s);
    printf("%d\n", sum);
    assert(true), assert(!false);
    int x = 1;
    if (x) assert(x == 1);
    else assert(0);
    assert((x = 5) == 5);
    printf("%d\n", x);
    return x;
}
