// Mutual recursion and a static initialiser that points into the other file.
#include <stdio.h>

extern int even(unsigned n);
int odd(unsigned n) { return n ? even(n - 1) : 0; }
extern int data[];
extern char text[6];
static int *const third = &data[2];
static const char *tail = text + 2;
static int (*const table[])(unsigned) = {odd, even};

int main(void) {
    printf("%d %d\n", table[0](7), table[1](7));
    printf("%d %s\n", *third, tail);
    *third += 2;
    text[2] = 'L';
    printf("%d %s\n", data[2], tail);
    return data[2];
}
