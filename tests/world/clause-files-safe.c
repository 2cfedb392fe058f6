// Whether there is a file counts, and there are none.
//~ says: without files to read
//~ options: --closed-world
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = fopen("config", "r") ? 4 : 2;
    return two();
}
