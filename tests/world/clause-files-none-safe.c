// Nobody looks for a file.
//~ lacks: without files to read
//~ options: --closed-world
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = fopen("log", "w") ? 4 : 2;
    return two();
}
