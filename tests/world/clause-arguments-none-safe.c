// Nobody looks at arguments.
//~ lacks: without arguments
//~ options: --closed-world
#include "clause.h"

int main(void)
{
    return two();
}
