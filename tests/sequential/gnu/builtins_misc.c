#include <stdio.h>
#include <stddef.h>

#define IS_INT(x) __builtin_types_compatible_p(typeof(x), int)
#define PICK(x) __builtin_choose_expr(IS_INT(x), (x) + 1, "not int")
struct s { char a; long b[3]; };

static int sign(int x) {
    if (__builtin_expect(x > 0, 1)) return 1;
    if (__builtin_expect(!!(x == 0), 0)) return 0;
    return -1;
}
static const char *day(int n) {
    switch (n & 1) {
    case 0: return "even";
    case 1: return "odd";
    }
    __builtin_unreachable();
}

int main(void) {
    int i = 4;
    printf("%d %s\n", PICK(i), PICK(2.0));
    printf("%d %d %d\n", IS_INT(i), IS_INT('c'), IS_INT(1L));
    printf("%d %d\n", __builtin_types_compatible_p(int[], int[5]), __builtin_types_compatible_p(const int, int));
    printf("%d %d %d\n", sign(5), sign(0), sign(-5));
    printf("%s %s\n", day(2), day(3));
    printf("%d %d\n", __builtin_constant_p(3 * 4), __builtin_constant_p("literal"));
    printf("%zu\n", __builtin_offsetof(struct s, b[2]));
    char buffer[16];
    __builtin_memset(buffer, 'x', 15);
    __builtin_memcpy(buffer, "built", 5);
    buffer[8] = 0;
    printf("%s %zu %d\n", buffer, __builtin_strlen(buffer), __builtin_strcmp("a", "b") < 0);
    printf("%d\n", __builtin_memcmp(buffer, "built", 5));
    void *p = __builtin_alloca(32);
    __builtin_strcpy(p, "on the stack");
    printf("%s\n", (char *)p);
    __builtin_printf("%.1f %.1f\n", __builtin_fabs(-2.5), __builtin_sqrt(16));
    printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")), __builtin_inf() > 1e308, __builtin_huge_val() > 0);
    char *q = __builtin_assume_aligned(buffer, 1);
    __builtin_prefetch(q);
    return __builtin_expect_with_probability(i, 4, 0.9) * 10 + (q == buffer);
}
