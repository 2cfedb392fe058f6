#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEXT, NEGATIVE = -3, AFTER };
enum { WIDTH = 4, HEIGHT = WIDTH * 2 + 1, AREA = WIDTH * HEIGHT };
typedef enum shape { CIRCLE = 'c', SQUARE = 's' } shape;

static const char *name(enum color c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    default: return "other";
    }
}

int main(void) {
    int grid[HEIGHT][WIDTH];
    printf("%d %d %d %d %d %d %d\n", RED, GREEN, BLUE, ALIAS, NEXT, NEGATIVE, AFTER);
    printf("%zu %d\n", sizeof grid / sizeof(int), AREA);
    printf("%s %s %s %s\n", name(RED), name(5), name(NEXT), name(AFTER));
    enum color c = GREEN;
    c++;
    printf("%s\n", name(c));
    shape s = 's';
    printf("%c %zu %zu\n", s, sizeof(shape), sizeof(CIRCLE));
    enum local { FIRST = sizeof(short), SECOND = FIRST + 1 } l = SECOND;
    printf("%d\n", l);
    {
        enum { RED = 42 };
        printf("%d\n", RED);
    }
    enum unsigned_one { A, B } u = A;
    printf("%d\n", u - 1 > 0);
    enum wide { W = 0x100000000LL };
    printf("%zu\n", sizeof(enum wide));
    return AREA;
}
