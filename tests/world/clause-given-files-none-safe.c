// Nobody looks for the file that was given.
//~ lacks: with the given files
//~ options: --file config=clause.h
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = fopen("log", "w") ? 4 : 2;
    return two();
}
