#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define BIT(n) (1u << (n))
struct record { char tag; int value; double ratio; };

static int table[(3 * 4 - 2) / 5 + (1 ? 2 : 1 / 1)];
static const unsigned mask = BIT(3) | BIT(5) & ~BIT(3);
static int size = sizeof(struct record) + offsetof(struct record, ratio);
static int *inside = &table[2] - 1;
static char letters['e' - 'a'] = "four";
static long big = -(LONG_MAX) - 1;
static double third = 1.0 / 4 + (float)1 / 8;
static int truth = (5 > 3) && !(2 == 3) || 0;
static char *text = "offset" + 3;
static int mixed = (int)3.99 + (char)300 + (unsigned char)-1;
static unsigned long long wide = 1ull << 40 | 0xffu;
static int (*entry)(const char *, ...) = printf;
enum { K = sizeof(table) / sizeof(*table) };

int main(void) {
    entry("%zu %u %d\n", sizeof table / sizeof table[0], mask, size);
    printf("%td %zu\n", inside - table, sizeof letters);
    printf("%.4s\n", letters);
    printf("%ld %.3f %d %s\n", big, third, truth, text);
    printf("%d %llx\n", mixed, wide);
    switch (4) {
    case K: printf("K\n"); break;
    case K + 1: printf("K+1\n"); break;
    }
    _Static_assert(K == 4, "table size");
    return K * 10;
}
