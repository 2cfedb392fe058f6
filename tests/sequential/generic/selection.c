#include <stdio.h>

#define TYPE(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", \
    unsigned short: "ushort", int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", \
    unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", _Bool: "bool", \
    char *: "char*", const char *: "const char*", int *: "int*", void *: "void*", int (*)(void): "fn", default: "other")

static int f(void) { return 0; }
struct s { int a; };
enum e { E };

int main(void) {
    char c = 0; short s = 0; unsigned short us = 0; long l = 0; float fl = 0; _Bool b = 0; const int ci = 0;
    int arr[3]; struct s st = {0}; unsigned bits = 0;
    printf("%s %s %s %s\n", TYPE(c), TYPE(s), TYPE(c + c), TYPE(us + us));
    printf("%s %s %s %s\n", TYPE(l + 1u), TYPE(1u + 1), TYPE(1 + 1LL), TYPE(1ul + 1ll));
    printf("%s %s %s\n", TYPE(fl + 1), TYPE(fl + 1.0), TYPE(fl * 1.0L));
    printf("%s %s %s %s\n", TYPE(b), TYPE(!c), TYPE(b + b), TYPE(b ? c : c));
    printf("%s %s %s\n", TYPE("lit"), TYPE((const char *)0), TYPE(arr));
    printf("%s %s %s\n", TYPE(f), TYPE(&f), TYPE(st));
    printf("%s %s %s\n", TYPE(ci), TYPE(E), TYPE((enum e)0));
    printf("%s %s %s\n", TYPE(sizeof 1), TYPE(&arr[2] - arr), TYPE(c << 1L));
    printf("%s %s %s\n", TYPE(1 < 2), TYPE(~us), TYPE((c, s)));
    printf("%s %s\n", TYPE(1 ? (int *)0 : (void *)0), TYPE(1 ? &arr[0] : 0));
    printf("%s\n", TYPE(-bits));
    return _Generic(l, int: 1, long: 12, default: 3) + _Generic(1.f, default: 30, double: 4);
}
