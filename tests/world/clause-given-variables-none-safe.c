// Nobody looks at the environment variable that was given.
//~ lacks: with the given environment variables
//~ options: --env WORKERS=4
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    given = abs(given);
    return two();
}
