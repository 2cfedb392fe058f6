// Nobody looks for a file.
//~ lacks: any files
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = fopen("log", "w") ? 4 : 2;
    return two();
}
