#include <stdio.h>

struct a { int x : 3; int y : 5; };
struct b { char c; int x : 3; };
struct c { int x : 31; int y : 2; };
struct d { char x : 4; char y : 5; };
struct e { short x : 9; short y : 8; };
struct f { long long x : 40; int y : 20; };
struct g { int x : 5; int : 0; int y : 5; };
struct h { char c; int : 0; char d; };
struct i { unsigned x : 1; unsigned : 7; unsigned y : 1; };
struct j { _Bool a : 1; _Bool b : 1; };
struct k { char c; short s : 12; };
struct l { int a : 8; char b; int c : 16; };
struct m { unsigned char a : 7; unsigned short b : 9; };
struct n { int : 5; char c; };
struct o { long x : 33; };

#define SHOW(t) printf(#t " %zu %zu\n", sizeof(struct t), _Alignof(struct t))

int main(void) {
    SHOW(a); SHOW(b); SHOW(c); SHOW(d); SHOW(e);
    SHOW(f); SHOW(g); SHOW(h); SHOW(i); SHOW(j);
    SHOW(k); SHOW(l); SHOW(m); SHOW(n); SHOW(o);
    printf("%zu\n", __builtin_offsetof(struct h, d));
    printf("%zu\n", __builtin_offsetof(struct l, b));
    return sizeof(struct f) + sizeof(struct m);
}
