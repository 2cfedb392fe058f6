// The hour of a time counts, in UTC.
//~ lacks: UTC
#include "clause.h"
#include <time.h>

int main(void)
{
    time_t start = 0;
    struct tm at;
    given = gmtime_r(&start, &at)->tm_hour;
    return two();
}
