// A definition without a prototype is given more than it takes.
#include <stdio.h>

extern int report();

static int step(int *count) {
    return ++*count;
}

int main(void) {
    int count = 0;
    int got = report(step(&count), "x", 2.5);
    printf("%d %d\n", got, count);
    return 0;
}

int report() {
    return 7;
}
