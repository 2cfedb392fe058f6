#include <stdio.h>

struct p { int x, y, z; };
struct q { struct p a; int n[4]; struct p b[2]; };

static void show(const struct q *q) {
    printf("%d %d %d |", q->a.x, q->a.y, q->a.z);
    for (int i = 0; i < 4; i++) printf(" %d", q->n[i]);
    for (int i = 0; i < 2; i++) printf(" | %d %d %d", q->b[i].x, q->b[i].y, q->b[i].z);
    printf("\n");
}

int main(void) {
    struct q q1 = {.n = {[2] = 5, 6}, .a.y = 1, 2};
    show(&q1);
    struct q q2 = {.b[1].z = 9, .b[0] = {.y = 3}, .a = {1, .z = 4}};
    show(&q2);
    struct q q3 = {.n[1] = 7, 8, .b = {{1}, {2, 3}}};
    show(&q3);
    struct q q4 = {{1, 2, 3}, {4, 5}, .b[1] = {.x = 6}};
    show(&q4);
    struct q q5 = {.a = {1, 2, 3}, .a.y = 20};
    show(&q5);
    int a[] = {[5] = 1, 2, [0] = 3, 4};
    for (int i = 0; i < sizeof a / sizeof *a; i++) printf("%d ", a[i]);
    printf("%zu\n", sizeof a / sizeof *a);
    int over[4] = {1, 2, 3, 4, [1] = 20, 30};
    printf("%d %d %d %d\n", over[0], over[1], over[2], over[3]);
    return q3.n[2] + q5.a.y;
}
