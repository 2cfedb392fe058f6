// The time counts.
//~ says: any time
#include "clause.h"
#include <time.h>

int main(void)
{
    given = time(0) % 7;
    return two();
}
