#include <stdio.h>

#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
    long long: "long long", unsigned long long: "unsigned long long", char: "char", double: "double", float: "float", \
    long double: "long double", default: "other")

int main(void) {
    printf("%s %s %s %s\n", KIND(1), KIND(1u), KIND(1L), KIND(1ULL));
    printf("%s %s %s\n", KIND(2147483647), KIND(2147483648), KIND(0x7fffffff));
    printf("%s %s\n", KIND(0xffffffff), KIND(0x100000000));
    printf("%s %s\n", KIND(0xffffffffffffffff), KIND(037777777777));
    printf("%s %s %s\n", KIND(1.0), KIND(1.f), KIND(1e3L));
    printf("%s %s\n", KIND('a'), KIND((char)'a'));
    printf("%s %s\n", KIND(1lu), KIND(1LLu));
    printf("%d %d %d %d\n", 0b1011, 0x1F, 017, 0);
    printf("%d %d %d\n", '\0', '\n', '\\');
    printf("%d %d %d %d\n", '\x41', '\101', '\'', '"');
    printf("%d %d %d %d %d\n", '\a', '\b', '\f', '\v', '\e');
    printf("%g %g %g %g\n", .5, 5., 1e-3, 0x1.8p3);
    printf("%u\n", 4294967295);
    return 0b1100100;
}
