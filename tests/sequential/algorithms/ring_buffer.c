#include <stdbool.h>
#include <stdio.h>

#define CAPACITY 4
struct ring { int data[CAPACITY]; unsigned head, tail; };

static bool push(struct ring *r, int v) {
    if (r->head - r->tail == CAPACITY) return false;
    r->data[r->head++ % CAPACITY] = v;
    return true;
}
static bool pop(struct ring *r, int *v) {
    if (r->head == r->tail) return false;
    *v = r->data[r->tail++ % CAPACITY];
    return true;
}

int main(void) {
    struct ring r = {.head = -2u, .tail = -2u};
    int v, rejected = 0, sum = 0;
    for (int i = 0; i < 10; i++) {
        if (!push(&r, i)) rejected++;
        if (i % 3 == 2 && pop(&r, &v)) printf("%d ", v), sum += v;
    }
    while (pop(&r, &v)) printf("%d ", v), sum += v;
    printf("\n%d %d\n", rejected, pop(&r, &v));
    return sum;
}
