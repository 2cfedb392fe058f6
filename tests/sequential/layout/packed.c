#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) wire { char kind; int length; short port; double load; };
struct half { char c; int i __attribute__((packed)); short s; };
struct outer { char c; struct wire w; int after; };
typedef struct { char a; long b; } __attribute__((packed, aligned(4))) both;
#pragma pack(push, 2)
struct two { char c; int i; double d; };
#pragma pack(pop)
struct normal { char c; int i; double d; };

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct wire), offsetof(struct wire, length), offsetof(struct wire, port),
           offsetof(struct wire, load));
    printf("%zu %zu %zu\n", sizeof(struct half), offsetof(struct half, i), offsetof(struct half, s));
    printf("%zu %zu %zu\n", sizeof(struct outer), offsetof(struct outer, w), offsetof(struct outer, after));
    printf("%zu %zu %zu\n", sizeof(both), _Alignof(both), offsetof(both, b));
    printf("%zu %zu %zu\n", sizeof(struct two), offsetof(struct two, i), sizeof(struct normal));
    struct wire w = {'k', 0x01020304, -2, 0.5};
    w.length += 1;
    unsigned char raw[sizeof w];
    memcpy(raw, &w, sizeof w);
    for (size_t i = 0; i < sizeof raw; i++) printf("%02x", raw[i]);
    printf("\n%d %d %.2f\n", w.length, w.port, w.load);
    struct wire many[2] = {w, {1, 2, 3, 4}};
    printf("%zu %d\n", sizeof many, many[1].port);
    return sizeof(struct wire);
}
