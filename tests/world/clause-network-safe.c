// Whether something arrives at a socket counts, where nothing does.
//~ says: where nothing arrives at sockets
//~ options: --closed-world
#include "clause.h"
#include <sys/socket.h>

int main(void)
{
    char text[4] = "";
    given = 2 + (recv(socket(AF_INET, SOCK_STREAM, 0), text, 4, MSG_DONTWAIT) > 0);
    return two();
}
