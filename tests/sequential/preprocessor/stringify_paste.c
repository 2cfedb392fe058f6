#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VALUE 42
#define NAME(n) field_##n
#define DECLARE(type, n) type NAME(n) = n
#define SHOW(e) printf("%s = %d\n", #e, e)
#define EMPTY
#define PAIR(a, b) a, b
#define APPLY(f, x) f(x)
#define TWICE(x) x x

int main(void) {
    printf("%s %s\n", STR(VALUE), XSTR(VALUE));
    int xy = 7, VALUE1 = 8;
    printf("%d %d\n", CAT(x, y), XCAT(xy, EMPTY));
    DECLARE(int, 3);
    printf("%d\n", field_3);
    SHOW(1 + 2 * 3);
    SHOW((4, 5));
    printf("%s\n", STR("quoted \n" 'c' \t));
    printf("%s\n", STR(  spaced   out  /* gone */ text ));
    printf("%d\n", APPLY(CAT(si, zeof), xy) EMPTY == 4);
    printf(TWICE("%d ") "\n", PAIR(VALUE, xy));
    printf("%d\n", CAT(0x, ff) + CAT(1, 2) + CAT(VALUE, 1));
    printf("[%s]\n", STR());
    return XCAT(VALUE, 0) / 10 + sizeof(STR(abc));
}
