#include <stdio.h>

struct date { unsigned day : 5, month : 4; int year : 12; };
struct event { struct date when; unsigned kind : 2; unsigned : 3; unsigned urgent : 1; };

static struct event calendar[] = {
    {{1, 1, 2000}, 3, 1},
    {.when = {.year = -44, .month = 3, .day = 15}, .kind = 2},
    [3] = {.urgent = 1, .when.day = 31},
};

static struct date next(struct date d) {
    if (++d.day > 28) d.day = 1, d.month++;
    if (d.month > 12) d.month = 1, d.year++;
    return d;
}

int main(void) {
    int n = sizeof calendar / sizeof *calendar, urgent = 0;
    for (int i = 0; i < n; i++) {
        struct event *e = &calendar[i];
        printf("%u/%u/%d kind %u urgent %u\n", e->when.day, e->when.month, e->when.year, e->kind, e->urgent);
        urgent += e->urgent;
    }
    struct date d = next((struct date){28, 12, 1999});
    printf("%u/%u/%d\n", d.day, d.month, d.year);
    printf("%zu %zu\n", sizeof(struct date), sizeof(struct event));
    return n * 10 + urgent;
}
