// Nobody looks at environment variables.
//~ lacks: without environment variables
//~ options: --closed-world
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    given = abs(given);
    return two();
}
