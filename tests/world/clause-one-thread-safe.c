// Nothing starts a thread, and nothing ends the program.
//~ says: no second thread can be started
#include "clause.h"
#include <stdio.h>

int main(void)
{
    for (;;) {
        given = getchar();
        work(0);
    }
}
