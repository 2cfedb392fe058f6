// sizeof evaluates its operand exactly when that is a variable length array type.
#include <stdio.h>

static int calls;
static int count(void) { return ++calls; }

int main(void) {
    int n = 3;
    size_t size = sizeof(int[n++]);
    printf("%zu %d\n", size, n);
    size = sizeof(int[5 * count()]);
    printf("%zu %d\n", size, calls);
    int v[n];
    int i = 0;
    printf("%zu %d\n", sizeof v[i++], i);
    int m[2][n];
    printf("%zu %d\n", sizeof(count(), 1), calls);
    typedef char row[n];
    n = 50;
    row r;
    printf("%zu %zu\n", sizeof(row), sizeof r);
    row *pr = &r;
    printf("%zu %zu\n", sizeof *pr, sizeof m[0]);
    typeof(m[0]) other;
    other[3] = 5;
    printf("%zu %d\n", sizeof other, other[3]);
    printf("%zu\n", sizeof(char[n]) + _Alignof(int[2]));
    return calls * 10 + n;
}
