// Whether there is a file counts, which was given.
//~ says: with the given files
//~ options: --file config=clause.h
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = fopen("config", "r") ? 4 : 2;
    return two();
}
