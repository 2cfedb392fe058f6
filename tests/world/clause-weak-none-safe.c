// The atomic has the strongest order.
//~ lacks: every sequentially consistent schedule
#include "clause.h"
#include <stdatomic.h>

static atomic_int f;

int main(void)
{
    atomic_store(&f, 1);
    return two();
}
