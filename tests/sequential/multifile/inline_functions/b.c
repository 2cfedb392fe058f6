#include "x.h"

extern inline int square(int x);

int via_b(int x) { return square(x) + clamp(x * 100); }
int (*square_of_b(void))(int) { return square; }
int next_id_of_b(void) {
    next_id();
    return next_id();
}
