// The bytes that hold the fields, in memory order.
#include <stdio.h>
#include <string.h>

struct flags { unsigned a : 3, b : 7, c : 13, d : 9; };
struct split { unsigned char a : 5; unsigned char b : 5; unsigned char c : 6; };
struct wide { unsigned long long a : 20, b : 30, c : 14; };
struct gap { unsigned a : 4; unsigned : 0; unsigned b : 4; };

static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
    printf("\n");
}

int main(void) {
    struct flags f;
    struct split s;
    struct wide w;
    struct gap g;
    memset(&f, 0, sizeof f);
    memset(&s, 0, sizeof s);
    memset(&w, 0, sizeof w);
    memset(&g, 0, sizeof g);
    f.a = 5, f.b = 0x55, f.c = 0x1234, f.d = 0x1ff;
    dump(&f, sizeof f);
    s.a = 0x15, s.b = 0x0a, s.c = 0x3f;
    dump(&s, sizeof s);
    w.a = 0xabcde, w.b = 0x12345678, w.c = 0x3fff;
    dump(&w, sizeof w);
    g.a = 9, g.b = 6;
    dump(&g, sizeof g);
    f.b = 0;
    dump(&f, sizeof f);
    return f.c & 0x7f;
}
