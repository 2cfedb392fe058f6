// The number of arguments counts, and nobody looks for options.
//~ lacks: POSIXLY_CORRECT
#include "clause.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    given = argc + !argv;
    return two();
}
