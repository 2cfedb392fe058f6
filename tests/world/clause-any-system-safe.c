// The number of the process counts.
//~ says: any ids, limits and terminals
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = getpid();
    return two();
}
