// Nobody looks at the arguments that were given.
//~ lacks: with the given arguments
//~ options: -- 1 2
#include "clause.h"

int main(void)
{
    return two();
}
