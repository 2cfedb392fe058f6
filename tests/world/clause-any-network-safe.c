// What arrives at a socket counts.
//~ says: any messages from sockets
#include "clause.h"
#include <sys/socket.h>

int main(void)
{
    char text[4] = "";
    recv(socket(AF_INET, SOCK_STREAM, 0), text, 4, 0);
    given = text[0];
    return two();
}
