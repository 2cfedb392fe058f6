// The time counts, and there is one clock.
//~ says: with a clock that goes on with every look
//~ options: --closed-world
#include "clause.h"
#include <time.h>

int main(void)
{
    given = time(0) % 7;
    return two();
}
