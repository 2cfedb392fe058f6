// Nobody looks at the time.
//~ lacks: with a clock that goes on with every look
//~ options: --closed-world
#include "clause.h"
#include <time.h>

int main(void)
{
    given = sizeof(time_t);
    return two();
}
