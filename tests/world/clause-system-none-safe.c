// Nobody asks for the number of the process.
//~ lacks: with the ids, limits and terminals of one system
//~ options: --closed-world
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = sizeof(pid_t);
    return two();
}
