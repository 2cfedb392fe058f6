#include <stdio.h>

struct entry { char name[6]; short count; struct { unsigned char lo, hi; } range[2]; };

static struct entry best(struct entry list[], int n) {
    struct entry b = list[0];
    for (int i = 1; i < n; i++)
        if (list[i].count > b.count) b = list[i];
    return b;
}

struct two { struct entry e[2]; };
static struct two pair(struct entry a, struct entry b) { return (struct two){{a, b}}; }

int main(void) {
    struct entry list[4] = {
        {"one", 4, {{1, 2}, {3, 4}}},
        {"two", 9, {{5, 6}}},
        {.name = "three", .count = 7, .range = {[1] = {.hi = 200}}},
    };
    struct entry b = best(list, 4);
    printf("%s %d %d\n", b.name, b.count, b.range[0].hi);
    struct entry t = list[0];
    list[0] = list[2];
    list[2] = t;
    for (int i = 0; i < 4; i++)
        printf("[%s] %d %d %d\n", list[i].name, list[i].count, list[i].range[0].lo, list[i].range[1].hi);
    printf("%s\n", pair(list[0], list[1]).e[1].name);
    printf("%zu %zu\n", sizeof list[0], sizeof(struct two));
    struct entry *end = list + 4, *p = list;
    int total = 0;
    while (p != end) total += p++->count;
    return total;
}
