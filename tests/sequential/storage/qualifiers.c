#include <stdio.h>

static const int limit = 10;
static volatile int ticks;
static const volatile int status = 7;
static int *restrict shared;

static void copy(char *restrict to, const char *restrict from) {
    while ((*to++ = *from++)) ticks++;
}
static int read_only(const int *const p) { return *p; }
static const int *higher(const int *a, const int *b) { return *a > *b ? a : b; }
typedef const char *const label;
static label labels[] = {"low", "high"};

int main(void) {
    register int i;
    auto int sum = 0;
    for (i = 0; i < limit; i++) sum += i;
    char buffer[16];
    copy(buffer, "volatile");
    printf("%d %s %d %d\n", sum, buffer, ticks, status);
    int value = 3;
    const int *view = &value;
    value = 4;
    printf("%d %d\n", *view, read_only(&limit));
    volatile int v = 1;
    v += v;
    *(int *)higher(view, &(const int){2}) = 50;
    printf("%d %s\n", value, labels[1]);
    int const volatile *const *deep = (int const volatile *const *)&view;
    int long unsigned order = 5;
    long long int unsigned typedef ull;
    ull big = order;
    printf("%d %llu\n", **deep, big);
    return value + i;
}
