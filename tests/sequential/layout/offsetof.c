#include <stddef.h>
#include <stdio.h>

struct inner { short a; struct { char b[5]; int c; } d[3]; };
struct outer { char x; union { int i; struct inner in; double z; } u; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

int main(void) {
    printf("%zu\n", offsetof(struct outer, u));
    printf("%zu\n", offsetof(struct outer, u.in.a));
    printf("%zu\n", offsetof(struct outer, u.in.d[2].c));
    printf("%zu\n", __builtin_offsetof(struct inner, d[1].b[3]));
    int k = 2;
    printf("%zu\n", __builtin_offsetof(struct inner, d[k].c));
    struct inner v = {.a = 7};
    v.d[1].c = 99;
    struct inner *back = container_of(&v.d[1].c, struct inner, d[1].c);
    printf("%d %d\n", back == &v, back->a);
    static char storage[offsetof(struct outer, u.in.d[0].c)];
    printf("%zu\n", sizeof storage);
    size_t old_style = (size_t)&((struct inner *)0)->d[1];
    printf("%zu\n", old_style);
    return offsetof(struct inner, d[1]) + 1;
}
