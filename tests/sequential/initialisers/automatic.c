// Initialisers of automatic objects are evaluated each time, in order, and may refer to earlier objects.
#include <stdio.h>

static int next(void) { static int n; return ++n; }
struct pair { int a, b; };

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int a = i * 10, b = a + 1, v[3] = {a, b};
        struct pair p = {.b = b, .a = v[2]};
        printf("%d %d %d %d %d\n", v[0], v[1], v[2], p.a, p.b);
        v[2] = 99;
        p.a = 99;
        total += v[0];
    }
    int x = next();
    int arr[2] = {next()};
    arr[1] = next();
    printf("%d %d %d\n", x, arr[0], arr[1]);
    struct pair whole = (struct pair){x, arr[0]}, copy = whole;
    copy.a = 50;
    printf("%d %d\n", whole.a, copy.a);
    int n = 3, m[2][2] = {{n, n * n}, {[1] = n - 1}};
    printf("%d %d %d %d\n", m[0][0], m[0][1], m[1][0], m[1][1]);
    char text[2][4] = {"ab", {'c'}};
    printf("%s %s\n", text[0], text[1]);
    int self = sizeof self;
    void *me = &me;
    printf("%d %d\n", self, me == (void *)&me);
    return total;
}
