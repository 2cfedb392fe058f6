// Variables and functions of external linkage are one object in all files.
#include <stdio.h>

int shared = 3;
extern int other;
extern int table[];
int bump(int by);
const char *label(void);
extern struct point { int x, y; } origin;
int (*callback)(int);
static int triple(int x) { return x * 3; }

int main(void) {
    printf("%d %d\n", shared, other);
    bump(4);
    printf("%d %d %d\n", shared, other, table[2]);
    callback = triple;
    printf("%d %s\n", bump(1), label());
    origin.x += 5;
    printf("%d %d\n", origin.x, origin.y);
    {
        extern int hidden;
        hidden++;
        printf("%d\n", hidden);
    }
    return shared + other;
}
