#include <stdio.h>
#include <string.h>

enum { DIGITS = 80, BASE = 10000 };
struct big { int n; unsigned d[DIGITS / 4]; };

static struct big from(unsigned v) {
    struct big b = {0};
    do b.d[b.n++] = v % BASE;
    while (v /= BASE);
    return b;
}
static struct big add(struct big a, struct big b) {
    struct big r = {.n = a.n > b.n ? a.n : b.n};
    unsigned carry = 0;
    for (int i = 0; i < r.n; i++) {
        carry += a.d[i] + b.d[i];
        r.d[i] = carry % BASE;
        carry /= BASE;
    }
    if (carry) r.d[r.n++] = carry;
    return r;
}
static struct big times(struct big a, unsigned k) {
    unsigned long carry = 0;
    for (int i = 0; i < a.n; i++) {
        carry += (unsigned long)a.d[i] * k;
        a.d[i] = carry % BASE;
        carry /= BASE;
    }
    for (; carry; carry /= BASE) a.d[a.n++] = carry % BASE;
    return a;
}
static void print(struct big b) {
    printf("%u", b.d[b.n - 1]);
    for (int i = b.n - 2; i >= 0; i--) printf("%04u", b.d[i]);
    printf("\n");
}

int main(void) {
    struct big f = from(1);
    for (int i = 2; i <= 45; i++) f = times(f, i);
    print(f);
    struct big a = from(0), b = from(1);
    for (int i = 0; i < 200; i++) {
        struct big c = add(a, b);
        a = b;
        b = c;
    }
    print(a);
    struct big p = from(1);
    for (int i = 0; i < 128; i++) p = add(p, p);
    print(p);
    return f.n + a.n + p.n;
}
