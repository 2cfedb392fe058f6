// The function has a definition.
//~ lacks: access only what their arguments point to
#include "clause.h"

static int measure(int a)
{
    return a;
}

int main(void)
{
    given = measure(2);
    return two();
}
