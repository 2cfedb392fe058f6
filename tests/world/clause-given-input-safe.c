// A character of the standard input that was given counts.
//~ says: with the given standard input
//~ options: --stdin clause.h
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = getchar();
    return two();
}
