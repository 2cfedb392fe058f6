#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; char d; };
struct b { char c; double x; short s; };
struct c { struct a a; char t; };
struct d { char c[3]; short s; char e[5]; long l; char z; };
struct e { char a, b, c; };
struct f { void *p; char c; int (*fn)(void); };
struct g { long double ld; char c; };
struct h { float f; struct { char x; long y; } in; };
struct empty { };
struct i { char c; struct empty e; int n; };

int main(void) {
    printf("%zu %zu\n", sizeof(struct a), _Alignof(struct a));
    printf("%zu %zu %zu\n", offsetof(struct a, c), offsetof(struct a, i), offsetof(struct a, d));
    printf("%zu %zu\n", sizeof(struct b), offsetof(struct b, s));
    printf("%zu %zu\n", sizeof(struct c), offsetof(struct c, t));
    printf("%zu %zu %zu %zu\n", sizeof(struct d), offsetof(struct d, s), offsetof(struct d, l), offsetof(struct d, z));
    printf("%zu %zu\n", sizeof(struct e), _Alignof(struct e));
    printf("%zu %zu\n", sizeof(struct f), offsetof(struct f, fn));
    printf("%zu %zu\n", sizeof(struct g), _Alignof(struct g));
    printf("%zu %zu %zu\n", sizeof(struct h), offsetof(struct h, in), offsetof(struct h, in.y));
    printf("%zu %zu %zu\n", sizeof(struct empty), sizeof(struct i), offsetof(struct i, n));
    printf("%zu\n", offsetof(struct d, e[2]));
    struct a arr[3];
    return sizeof arr + sizeof(struct h);
}
