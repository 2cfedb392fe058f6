// Nobody asks for the number of the process.
//~ lacks: any ids, limits and terminals
#include "clause.h"
#include <unistd.h>

int main(void)
{
    given = sizeof(pid_t);
    return two();
}
