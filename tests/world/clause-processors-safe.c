// The number of processors counts, which was given.
//~ says: with 1 processor
//~ options: --processors 1
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = sysconf(_SC_NPROCESSORS_ONLN);
    return two();
}
