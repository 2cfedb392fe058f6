// Nobody reads the standard input.
//~ lacks: any standard input
#include "clause.h"
#include <stdio.h>

int main(void)
{
    putchar(given);
    return two();
}
