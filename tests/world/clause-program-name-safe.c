// How the program is called counts.
//~ says: with `program` as the name of the program
#define _GNU_SOURCE
#include "clause.h"
#include <errno.h>

int main(void)
{
    given = program_invocation_short_name[0] == 'x' ? 5 : 0;
    return two();
}
