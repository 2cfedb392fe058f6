// Nothing is asked of sockets.
//~ lacks: any messages from sockets
#include "clause.h"
#include <sys/socket.h>

int main(void)
{
    given = AF_INET;
    return two();
}
