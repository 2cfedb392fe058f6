// A doubly linked list that stores the exclusive or of both neighbours' addresses.
#include <stdint.h>
#include <stdio.h>

struct node { int value; uintptr_t link; };

static int walk(struct node *at) {
    uintptr_t previous = 0;
    int digits = 0;
    while (at) {
        digits = digits * 10 + at->value;
        uintptr_t next = at->link ^ previous;
        previous = (uintptr_t)at;
        at = (struct node *)next;
    }
    return digits;
}

int main(void) {
    struct node n[4];
    for (int i = 0; i < 4; i++) {
        uintptr_t before = i ? (uintptr_t)&n[i - 1] : 0, after = i < 3 ? (uintptr_t)&n[i + 1] : 0;
        n[i] = (struct node){i + 1, before ^ after};
    }
    printf("%d %d\n", walk(&n[0]), walk(&n[3]));
    return walk(&n[3]) % 100;
}
