// Nobody asks for the number of processors.
//~ lacks: with 1 processor
//~ options: --processors 1
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = sizeof(pid_t);
    return two();
}
