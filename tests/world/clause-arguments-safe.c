// The number of arguments counts, and there are none.
//~ says: without arguments
//~ options: --closed-world
#include "clause.h"

int main(int argc, char **argv)
{
    given = argc + !argv;
    return two();
}
