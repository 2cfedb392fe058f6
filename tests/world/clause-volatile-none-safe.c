// Nothing is said of volatile variables.
//~ lacks: with volatile accesses as relaxed atomics
#include "clause.h"

static volatile int on;

int main(void)
{
    given = on;
    return two();
}
