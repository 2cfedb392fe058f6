// Nobody asks for the number of processors.
//~ lacks: any number of processors
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = sizeof(pid_t);
    return two();
}
