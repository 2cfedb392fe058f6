// An unsigned sum overflows.
//~ lacks: provided that signed overflow wraps around
#include "clause.h"
#include <limits.h>

int main(void)
{
    unsigned most = UINT_MAX;
    most++;
    given = most;
    return two();
}
