// A character of the standard input counts, which is empty.
//~ says: with an empty standard input
//~ options: --closed-world
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = getchar();
    return two();
}
