// Nobody looks at the time.
//~ lacks: any time
#include "clause.h"
#include <time.h>

int main(void)
{
    given = sizeof(time_t);
    return two();
}
