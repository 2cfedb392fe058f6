// There are two threads, and runs of them tell.
//~ lacks: provided that no access leaves its object
#include "clause.h"

int main(void)
{
    return two();
}
