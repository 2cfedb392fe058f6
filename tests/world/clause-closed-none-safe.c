// The world is open.
//~ lacks: in the closed world
#include "clause.h"

int main(int argc, char **argv)
{
    given = argc + !argv;
    return two();
}
