// A handler is set that changes what nobody else uses.
//~ says: any signals
#include "clause.h"
#include <signal.h>

static volatile sig_atomic_t last;

static void heed(int number)
{
    last = number;
}

int main(void)
{
    signal(SIGINT, heed);
    return last;
}
