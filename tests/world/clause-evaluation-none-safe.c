// The two calls are in different statements.
//~ lacks: with operands evaluated as gcc does
#include "clause.h"

static int next(void)
{
    return ++n;
}

int main(void)
{
    given = next();
    given -= 2 * next();
    return two();
}
