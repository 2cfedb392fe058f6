// An environment variable that was given counts.
//~ says: with the given environment variables
//~ options: --env WORKERS=4
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    given = getenv("WORKERS") ? 4 : 2;
    return two();
}
