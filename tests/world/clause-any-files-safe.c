// Whether there is a file counts.
//~ says: any files
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = fopen("config", "r") ? 4 : 2;
    return two();
}
