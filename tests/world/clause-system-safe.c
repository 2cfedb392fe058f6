// The number of the process counts, and there is one system.
//~ says: with the ids, limits and terminals of one system
//~ options: --closed-world
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = getpid();
    return two();
}
