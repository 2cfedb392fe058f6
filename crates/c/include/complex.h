/* The imaginary unit is made of its parts. */
#include_next <complex.h>
#undef _Complex_I
#undef I
#define _Complex_I (__builtin_complex(0.0f, 1.0f))
#define I _Complex_I
