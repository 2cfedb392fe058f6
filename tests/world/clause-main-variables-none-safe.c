// The thread has ended before.
//~ lacks: provided that variables of `main` live on after its return
#include "clause.h"

int main(void)
{
    return two();
}
