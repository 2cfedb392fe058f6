// No handler is set.
//~ lacks: any signals
#include "clause.h"
#include <signal.h>

int main(void)
{
    given = SIGINT;
    return two();
}
