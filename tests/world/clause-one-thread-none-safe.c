// A second thread starts.
//~ lacks: no second thread can be started
#include "clause.h"
#include <stdio.h>

int main(void)
{
    given = getchar();
    work(0);
    return two();
}
