// std: gnu2x
#include <stdio.h>

static int second(int, int b) { return b; }
static int no_prototype() { return 5; }

static int classify(int n) {
    switch (n) {
    case 0: return 10;
    case 1:
        int declared = n + 1;
        return declared;
    default:
    }
    return 30;
}

int main(void) {
    printf("%d %d\n", second(1, 2), no_prototype());
    printf("%d %d %d\n", classify(0), classify(1), classify(2));
    int total = 0;
again:
    int fresh = 1;
    total += fresh;
    if (total < 4) goto again;
    {
        total *= 2;
        goto last;
    last:
    }
    return total;
}
