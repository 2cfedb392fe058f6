// The hour of a time counts, which another zone has another one of.
//~ says: with UTC as local time
#include "clause.h"
#include <time.h>

int main(void)
{
    time_t start = 0;
    struct tm at;
    given = localtime_r(&start, &at)->tm_hour;
    return two();
}
