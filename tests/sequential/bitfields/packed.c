#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) p1 { unsigned a : 3; unsigned b : 14; unsigned c : 15; unsigned d : 5; };
struct __attribute__((packed)) p2 { char c; unsigned a : 20; unsigned b : 20; char d; };
struct p3 { char c; unsigned a : 20 __attribute__((packed)); unsigned b : 20 __attribute__((packed)); };
struct __attribute__((packed)) p4 { unsigned long long a : 33; unsigned short b : 15; };

static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    while (n--) printf("%02x", *b++);
    printf("\n");
}

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct p1), sizeof(struct p2), sizeof(struct p3), sizeof(struct p4));
    printf("%zu %zu\n", _Alignof(struct p1), _Alignof(struct p3));
    struct p1 a;
    memset(&a, 0, sizeof a);
    a.a = 5, a.b = 0x2abc, a.c = 0x7001, a.d = 0x1f;
    dump(&a, sizeof a);
    struct p2 b;
    memset(&b, 0, sizeof b);
    b.c = 0x11, b.a = 0xabcde, b.b = 0x12345, b.d = 0x22;
    dump(&b, sizeof b);
    printf("%x %x\n", b.a, b.b);
    struct p4 d;
    memset(&d, 0, sizeof d);
    d.a = 0x1deadbeefULL, d.b = 0x4bcd;
    dump(&d, sizeof d);
    b.b += 0xfffff;
    printf("%x\n", b.b);
    return sizeof(struct p1) * 10 + sizeof(struct p2);
}
