// How far local time is from UTC counts.
//~ says: with UTC as local time
#include "clause.h"
#include <time.h>

int main(void)
{
    tzset();
    given = timezone != 0;
    return two();
}
