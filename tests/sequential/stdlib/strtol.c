#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s, int base) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    int range = errno == ERANGE;
    printf("%ld '%s' %d\n", v, end, range);
}

int main(void) {
    show("123abc", 10);
    show("  -42", 10);
    show("+7 8", 10);
    show("0x1fz", 16);
    show("0x1fz", 0);
    show("0755", 0);
    show("0755", 10);
    show("1012", 2);
    show("zz", 36);
    show("none", 10);
    show("", 10);
    show("-", 10);
    show("0x", 16);
    show("99999999999999999999", 10);
    show("-99999999999999999999", 10);
    printf("%lu %lu\n", strtoul("4294967296", NULL, 10), strtoul("-1", NULL, 10));
    printf("%lld %llu\n", strtoll("-9223372036854775808", NULL, 10), strtoull("18446744073709551615", NULL, 0));
    printf("%d %d %ld %lld\n", atoi("12x"), atoi("  -0034"), atol("5000000000"), atoll("-5"));
    printf("%d %d\n", atoi(""), atoi("abc"));
    errno = 0;
    unsigned long u = strtoul("99999999999999999999", NULL, 10);
    printf("%d %d\n", u == ULONG_MAX, errno == ERANGE);
    return strtol("1e", NULL, 16);
}
