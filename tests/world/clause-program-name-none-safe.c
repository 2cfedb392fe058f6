// The number of an error counts, and nobody asks how the program is called.
//~ lacks: name of the program
#define _GNU_SOURCE
#include "clause.h"
#include <errno.h>

int main(void)
{
    given = errno;
    return two();
}
