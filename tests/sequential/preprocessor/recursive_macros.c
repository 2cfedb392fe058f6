#include <stdio.h>

#define f(x) g(x) * 2
#define g(x) f(x) + 3
#define SELF(x) x SELF
#define LPAREN (
#define CALL(x) id LPAREN x )
#define EXPAND(x) x
#define id(x) ((x) + 100)
#define LIST X(RED, 1) X(GREEN, 2) X(BLUE, 4)
#define X(n, v) n = v,
enum color { LIST };
#undef X
#define X(n, v) {#n, n},
static struct { const char *name; int value; } colors[] = {LIST};
#undef X
#define X(n, v) +v
enum { ALL = 0 LIST };

int (f)(int x) { return x; }
int (id)(int x);

int main(void) {
    int foo = 5;
#define foo foo + 1
    printf("%d\n", foo);
    printf("%d\n", (f)(4));
    printf("%d\n", EXPAND(CALL(5)));
    printf("%d\n", id(id(1)));
    for (int i = 0; i < 3; i++) printf("%s=%d ", colors[i].name, colors[i].value);
    printf("\n%d\n", ALL);
#define TABLE(row) row(a, 1) row(b, 2)
#define AS_SUM(n, v) + v
    int a = 0 TABLE(AS_SUM);
#define f_like
    printf("%d %d\n", a, (id)(3 f_like));
    return ALL * 3;
}
int (id)(int x) { return x * 2; }
