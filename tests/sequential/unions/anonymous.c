#include <stddef.h>
#include <stdio.h>

struct packet {
    int id;
    union {
        struct { int x, y; };
        struct { float fx, fy; };
        long both;
    };
    struct { char tail; union { short s; char sc[2]; }; };
};

int main(void) {
    struct packet p = {.id = 1, .x = 2, .y = 3, .tail = 't', .s = 0x4241};
    printf("%d %d %d %c %c%c\n", p.id, p.x, p.y, p.tail, p.sc[0], p.sc[1]);
    printf("%lx\n", p.both);
    p.fx = 1.0f;
    printf("%x\n", p.x);
    printf("%zu %zu %zu %zu\n", sizeof p, offsetof(struct packet, y), offsetof(struct packet, tail),
           offsetof(struct packet, sc));
    struct packet q = {9, {{4, 5}}, {'u', {6}}};
    printf("%d %d %d %c %d\n", q.id, q.x, q.y, q.tail, q.s);
    int *py = &q.y;
    *py = 50;
    printf("%d\n", (int)(q.both >> 32));
    return q.y + q.id;
}
