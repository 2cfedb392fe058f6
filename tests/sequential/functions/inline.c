#include <stdio.h>

static inline int square(int x) { return x * x; }
static __inline__ __attribute__((always_inline)) int cube(int x) { return x * square(x); }
inline int exported(int x) { return x + 1; }
extern inline int exported(int x);
static inline int counter(void) { static int n = 10; return n++; }
static __attribute__((noinline)) int separate(int x) { return x - 1; }
static inline void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    printf("%d %d %d\n", square(7), cube(3), exported(5));
    int a = counter(), b = counter(), c = counter();
    printf("%d %d %d\n", a, b, c);
    swap(&a, &c);
    printf("%d %d\n", a, c);
    int (*p)(int) = square, (*q)(int) = exported;
    printf("%d %d %d\n", p(4), q(4), separate(4));
    return square(square(3));
}
