// The number of processors counts.
//~ says: any number of processors
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = sysconf(_SC_NPROCESSORS_ONLN);
    return two();
}
