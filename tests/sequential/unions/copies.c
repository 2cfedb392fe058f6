// A union is copied as a whole, whichever member was stored last.
#include <stdio.h>
#include <string.h>

union u { char c; short s; int i; char text[7]; double d; };
struct holder { int tag; union u u; };

static union u make(const char *s) {
    union u r;
    memset(&r, 0, sizeof r);
    strncpy(r.text, s, sizeof r.text - 1);
    return r;
}
static struct holder wrap(union u u) { return (struct holder){1, u}; }

int main(void) {
    union u a = make("hello world");
    union u b = a;
    b.c = 'J';
    printf("%s %s\n", a.text, b.text);
    struct holder h = wrap(b), k;
    k = h;
    k.u.s = 0x4142;
    printf("%s %s\n", h.u.text, k.u.text);
    printf("%zu %zu\n", sizeof(union u), sizeof(struct holder));
    union u list[2] = {{.d = 2.5}, {.i = 3}};
    list[1] = list[0];
    printf("%.2f\n", list[1].d);
    union { unsigned w; unsigned short h[2]; } n = {.w = 0x11112222};
    unsigned short t = n.h[0];
    n.h[0] = n.h[1];
    n.h[1] = t;
    printf("%x\n", n.w);
    const union u *p = &list[0];
    printf("%d\n", (void *)&p->c == (void *)&p->d);
    return k.u.c;
}
