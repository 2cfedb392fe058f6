// The function has a definition.
//~ lacks: access no memory
//~ options: --extern pure
#include "clause.h"

static int measure(int a)
{
    return a;
}

int main(void)
{
    given = measure(2);
    return two();
}
