// A handler is set, and no signal comes.
//~ says: without signals from elsewhere
//~ options: --closed-world
#include "clause.h"
#include <signal.h>

static void heed(int number)
{
    given = number;
}

int main(void)
{
    signal(SIGINT, heed);
    return two();
}
