// An argument counts, and the world is closed.
//~ says: in the closed world
//~ options: --closed-world
#include "clause.h"

int main(int argc, char **argv)
{
    given = argc + !argv;
    return two();
}
