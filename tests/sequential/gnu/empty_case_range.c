#include <stdio.h>

static int classify(int c) {
    switch (c) {
    case 9 ... 3: // empty: never chosen, but control can fall into it
        return 1;
    case 5:
        return 2;
    case 7:
    case 8 ... 6:
        return 3;
    default:
        return 4;
    }
}

int main(void) {
    for (int i = 2; i < 11; i++) printf("%d ", classify(i));
    printf("\n");
    return 0;
}
