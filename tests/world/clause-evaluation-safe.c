// The order of two calls counts that C leaves open.
//~ says: with operands evaluated as gcc does
#include "clause.h"

static int next(void)
{
    return ++n;
}

int main(void)
{
    given = next() - 2 * next();
    return two();
}
