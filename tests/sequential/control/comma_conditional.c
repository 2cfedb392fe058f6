#include <stdio.h>

struct s { int v; };

int main(void) {
    int a = (1, 2, 3), b = a > 2 ? a : -a, c;
    c = a, b;
    printf("%d %d %d\n", a, b, c);
    printf("%zu %zu\n", sizeof(a > 1 ? 1 : 2.0), sizeof(a ? (char)1 : (short)2));
    printf("%.1f\n", a ? 1 : 2.5);
    unsigned u = 1;
    printf("%d\n", (a ? -1 : u) > 0);
    const char *s = a ? "yes" : (void *)0;
    printf("%s %s\n", s, 0 ? "never" : "else");
    int x = 5, y = 6;
    *(a ? &x : &y) = 50;
    printf("%d %d\n", x, y);
    struct s p = {1}, q = {2};
    printf("%d\n", (a < 0 ? p : q).v);
    a ? printf("one\n") : printf("two\n");
    a > 100 ? (void)printf("big\n") : (void)0;
    int grade = 75;
    printf("%c\n", grade >= 90 ? 'A' : grade >= 80 ? 'B' : grade >= 70 ? 'C' : 'F');
    int elvis = 0 ?: 9, kept = 4 ?: 9, calls = 0;
    int once = ++calls ?: 100;
    printf("%d %d %d %d\n", elvis, kept, once, calls);
    char *null = 0;
    printf("%s\n", null ?: "default");
    for (int i = 0, j = 0; i += 2, j++, i + j < 20;) c = i * j;
    return (void)c, c;
}
