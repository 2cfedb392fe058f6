// Nothing is asked of sockets.
//~ lacks: where nothing arrives at sockets
//~ options: --closed-world
#include "clause.h"
#include <sys/socket.h>

int main(void)
{
    given = AF_INET;
    return two();
}
