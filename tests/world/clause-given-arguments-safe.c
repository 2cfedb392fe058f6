// The number of arguments that were given counts.
//~ says: with the given arguments
//~ options: -- 1 2
#include "clause.h"

int main(int argc, char **argv)
{
    given = argc + !argv;
    return two();
}
