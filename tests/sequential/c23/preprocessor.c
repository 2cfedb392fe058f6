// std: gnu2x
#include <stdio.h>

#define KNOWN 1
#ifdef MISSING
#define RESULT 1
#elifdef KNOWN
#define RESULT 2
#else
#define RESULT 3
#endif

#ifdef MISSING
#define OTHER 1
#elifndef ALSO_MISSING
#define OTHER 20
#endif

#define CALL(f, ...) f(0 __VA_OPT__(,) __VA_ARGS__)
static int count(int first, ...) { return first + 4; }

int main(void) {
    printf("%d %d\n", RESULT, OTHER);
    printf("%d %d\n", CALL(count), CALL(count, 1, 2));
#if __has_c_attribute(fallthrough)
    printf("attribute known\n");
#endif
    printf("%ld\n", __STDC_VERSION__ > 201710L ? 1L : 0L);
    return RESULT + OTHER;
}
