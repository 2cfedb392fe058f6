// A signed sum overflows.
//~ says: provided that signed overflow wraps around
#include "clause.h"
#include <limits.h>

int main(void)
{
    given = INT_MAX;
    given++;
    return two();
}
