#include <stdio.h>

static int __attribute__((unused)) never(void) { return 1; }
__attribute__((const)) static int pure(int x) { return x * x; }
static int format(const char *f, ...) __attribute__((format(printf, 1, 2), unused));
extern void missing(void) __attribute__((weak));
static int target(void) { return 33; }
typedef int word __attribute__((mode(SI)));
typedef long long dword __attribute__((__mode__(__DI__)));
struct __attribute__((packed)) a { char c; int __attribute__((aligned(2))) i; } __attribute__((aligned(2)));
static int started __attribute__((section(".data.started"), used)) = 1;
__attribute__((constructor)) static void early(void) { started = 50; }
static void done(int *p) { printf("cleanup %d\n", *p); }
enum e { ONE __attribute__((deprecated)) = 1, TWO };

static int scoped(int n) {
    int watched __attribute__((cleanup(done))) = n;
    if (n > 2) return watched++;
    {
        __attribute__((cleanup(done))) int inner = n * 10;
        watched += inner;
    }
    return watched;
}

int main(int argc __attribute__((unused)), char **argv) {
    printf("%d %d\n", pure(7), started);
    printf("%zu %zu %zu\n", sizeof(word), sizeof(dword), sizeof(struct a));
    int r = scoped(3);
    printf("%d\n", r);
    r = scoped(1);
    printf("%d\n", r);
    int x __attribute__((aligned(16), unused)) = 4, __attribute__((unused)) y = 5;
    int *__attribute__((unused)) p = &x;
    switch (x) {
    case 4: y++; __attribute__((fallthrough));
    case 5: y++;
    }
label: __attribute__((unused));
    printf("%d %d\n", y, missing == 0);
    return target() + TWO;
}
