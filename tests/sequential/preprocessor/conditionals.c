#include <limits.h>
#include <stdio.h>

#define A 1
#define B 0
#define F(x) ((x) * 2)
#undef B
#define LATER EARLIER
#define EARLIER 7

#if defined(A) && !defined B && F(3) == 6 && LATER == 7
#define RESULT 10
#elif 1
#define RESULT 20
#else
#error unreachable
#endif

#ifdef UNKNOWN
this is not C at all 'unbalanced
#elif UNKNOWN_TOO
neither is this
#else
#define PATH 3
#endif

#if -1 < 0u
#define SIGNED 1
#else
#define SIGNED 2
#endif

#if (1 ? 2 : 3) == 2 && 'A' == 65 && (0x10 | 1) == 17 && 10 / 3 == 3 && ~0 == -1 && INT_MAX >> 30
#define EXPR 5
#endif

#ifndef __has_include
#define INC 0
#elif __has_include(<stdio.h>) && !__has_include("no_such_header.h")
#define INC 1
#endif

#if 0
#if 1
nested
#else
#endif
#endif

int main(void) {
    printf("%d %d %d %d %d\n", RESULT, PATH, SIGNED, EXPR, INC);
#define LOCAL 4
    int x = LOCAL;
#undef LOCAL
#define LOCAL 40
    x += LOCAL;
    printf("%d\n", x);
#ifdef __STDC_VERSION__
    printf("%ld\n", __STDC_VERSION__);
#endif
    printf("%d %d\n", __STDC__, __STDC_HOSTED__);
#pragma unknown pragma that nobody knows
    return x + RESULT;
}
