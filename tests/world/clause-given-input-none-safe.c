// Nobody reads the standard input that was given.
//~ lacks: with the given standard input
//~ options: --stdin clause.h
#include "clause.h"
#include <stdio.h>

int main(void)
{
    putchar(given);
    return two();
}
