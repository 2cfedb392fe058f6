#include <stdio.h>
#include <string.h>

struct s { int a[4]; struct s *self; };

static struct s *id(struct s *p) { return p; }
static struct s change(struct s s) {
    s.a[0] = -1;
    return s;
}

int main(void) {
    struct s x = {{1, 2, 3, 4}, 0}, y;
    x.self = &x;
    x = x;
    *id(&x) = *id(x.self);
    printf("%d %d\n", x.a[3], x.self == &x);
    y = change(x);
    printf("%d %d %d\n", x.a[0], y.a[0], y.self == &x);
    x = change(x);
    printf("%d\n", x.a[0]);
    struct s z = (y = x);
    z.a[1] = 20;
    printf("%d %d %d\n", x.a[1], y.a[1], z.a[1]);
    printf("%d\n", memcmp(&x, &y, sizeof x) == 0);
    int sum = 0;
    for (struct s t = x; t.a[0] < 2; t.a[0]++) sum += t.a[2];
    printf("%d\n", sum);
    struct s cond = sum > 5 ? x : z;
    printf("%d\n", cond.a[1]);
    struct s last = (x.a[3] = 77, x);
    return last.a[3];
}
