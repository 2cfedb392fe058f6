// No handler is set.
//~ lacks: without signals from elsewhere
//~ options: --closed-world
#include "clause.h"
#include <signal.h>

int main(void)
{
    given = SIGINT;
    return two();
}
