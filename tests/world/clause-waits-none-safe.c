// Nobody waits on a condition variable.
//~ lacks: without spurious wake-ups
//~ options: --no-spurious-wakeups
#include "clause.h"

int main(void)
{
    return two();
}
