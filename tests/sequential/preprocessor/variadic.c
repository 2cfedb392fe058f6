#include <stdio.h>

#define LOG(format, ...) printf("log: " format "\n", ##__VA_ARGS__)
#define TRACE(...) printf(__VA_ARGS__)
#define NAMED(args...) printf(args)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define FIRST(a, ...) a
#define REST(a, ...) __VA_ARGS__
#define TEXT(...) #__VA_ARGS__
#define OPT(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)
#define MAP(m, a, b, c) m(a) m(b) m(c)
#define PRINT(x) printf("<%d>", x);

static int f(int a, ...) { return a; }

int main(void) {
    LOG("plain");
    LOG("%d and %s", 5, "five");
    TRACE("%c%c\n", 'o', 'k');
    NAMED("%d\n", 9);
    printf("%d %d %d\n", COUNT(a), COUNT(a, b, c), COUNT(1, 2, 3, 4, 5));
    printf("%d %d\n", FIRST(7, 8, 9), FIRST(REST(7, 8, 9)));
    printf("%s\n", TEXT(a, b , (c, d)));
    printf("%d %d\n", OPT(1), OPT(2, 3));
    MAP(PRINT, 1, 2, 3)
    printf("\n");
    return COUNT(x, y, z, w);
}
