// A character of the standard input counts.
//~ says: any standard input
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = getchar();
    return two();
}
