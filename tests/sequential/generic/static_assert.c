#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

struct header { char magic[4]; unsigned length; };
static_assert(sizeof(struct header) == 8, "no padding");
static_assert(offsetof(struct header, length) == 4, "follows");
_Static_assert(CHAR_BIT == 8 && (char)-1 < 0, "signed char");
_Static_assert(-7 / 2 == -3 && -7 % 2 == -1, "truncation");
_Static_assert((unsigned)-1 > 0 && -1 < 0 && !(-1 < 0u), "signs");
_Static_assert((1 ? 1 : 1 / 0) == 1 && (0 && 1 / 0) == 0, "unevaluated");
_Static_assert(sizeof(int[sizeof(struct header)]) == 32, "array type");
_Static_assert((int)2.9 == 2 && (unsigned char)300 == 44, "casts");
_Static_assert((0x7fffffff + 1u) == 0x80000000, "unsigned wrap");
_Static_assert(_Generic(1 ? 1 : 2u, unsigned: 1, default: 0), "conversions");
_Static_assert(sizeof("four") == 5 && sizeof 'x' == 4, "literals");
_Static_assert(__builtin_types_compatible_p(typeof(1L + 1), long), "typeof");
_Static_assert((-1 >> 1) == -1, "arithmetic shift");

int main(void) {
    _Static_assert(1, "in a block");
    for (_Static_assert(2 > 1, "in a for"); 0;) ;
    printf("all static\n");
    return 16;
}
