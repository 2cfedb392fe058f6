// Nobody reads the standard input.
//~ lacks: with an empty standard input
//~ options: --closed-world
#include "clause.h"
#include <stdio.h>

int main(void)
{
    putchar(given);
    return two();
}
