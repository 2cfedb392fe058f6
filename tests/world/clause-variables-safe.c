// Whether there is an environment variable counts, and there are none.
//~ says: without environment variables
//~ options: --closed-world
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    given = getenv("WORKERS") ? 4 : 2;
    return two();
}
