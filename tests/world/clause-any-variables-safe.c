// Whether there is an environment variable counts.
//~ says: any environment variables
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    given = getenv("WORKERS") ? 4 : 2;
    return two();
}
