#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct a { char c; alignas(16) char d; };
struct b { _Alignas(double) char c[3]; char e; };
struct c { char c; _Alignas(8) int x; _Alignas(0) int y; };
static alignas(64) char buffer[10];
_Alignas(32) static int counter = 3;

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct a), alignof(struct a), offsetof(struct a, d));
    printf("%zu %zu\n", sizeof(struct b), _Alignof(struct b));
    printf("%zu %zu %zu\n", sizeof(struct c), offsetof(struct c, x), offsetof(struct c, y));
    printf("%d %d\n", (uintptr_t)buffer % 64 == 0, (uintptr_t)&counter % 32 == 0);
    alignas(32) char local[5];
    printf("%d %zu\n", (uintptr_t)local % 32 == 0, sizeof local);
    printf("%zu %zu\n", alignof(char), alignof(short));
    printf("%zu %zu %zu\n", alignof(long), alignof(long double), alignof(void *));
    printf("%zu %zu\n", alignof(int[7]), alignof(struct { char c; short s; }));
    printf("%zu %zu\n", __alignof__(counter), _Alignof(max_align_t));
    return counter + alignof(struct a);
}
