// An atomic of a weak order counts.
//~ says: every sequentially consistent schedule
#include "clause.h"
#include <stdatomic.h>

static atomic_int f;

int main(void)
{
    atomic_store_explicit(&f, 1, memory_order_relaxed);
    return two();
}
