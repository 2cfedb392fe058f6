// Nobody looks at environment variables.
//~ lacks: any environment variables
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    given = abs(given);
    return two();
}
