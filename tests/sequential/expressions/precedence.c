#include <stdio.h>

struct s { int v[3]; struct s *n; };

int main(void) {
    int a = 6, b = 3, c = 2;
    printf("%d %d %d\n", a + b * c, (a + b) * c, a - b - c);
    printf("%d %d\n", a / b * c, a % 4 * c);
    printf("%d %d\n", a << 1 + 1, a + b << 1);
    printf("%d %d\n", a & b | c, a ^ b & c);
    printf("%d %d\n", a == b < c, (a == b) < c);
    printf("%d %d\n", !a + 1, ~a + 1);
    printf("%d\n", -a * -b);
    printf("%d\n", a > b && b > c || a < c);
    printf("%d\n", a || b && 0);
    int x = 1, y = 2, *p = &x, v[3] = {10, 20, 30};
    printf("%d\n", x+++y);
    printf("%d\n", x);
    printf("%d\n", a/ *p);
    printf("%d\n", -v[1] + *v);
    printf("%d\n", !v[0] == 0);
    struct s s = {{1, 2, 3}, &s};
    printf("%d %d\n", -s.n->v[1], *s.n->n->v);
    printf("%d\n", (char)a + 250);
    printf("%d\n", (int)2.7 * 2);
    printf("%zu\n", sizeof(int) - 1);
    printf("%d\n", *&*&a);
    x = y = a = 4;
    x += y -= 1;
    printf("%d %d\n", x, y);
    printf("%d\n", a = b, c);
    printf("%d\n", 1 ? 2 : 3 ? 4 : 5);
    return x << 1 | y & 1;
}
