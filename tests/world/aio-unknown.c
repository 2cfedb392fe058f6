// What is read asynchronously is written at any time until somebody has waited for it.
#include <aio.h>
#include <fcntl.h>
#include <string.h>

static char buffer[16];

int main(void)
{
    struct aiocb request;

    memset(&request, 0, sizeof request);
    request.aio_fildes = open("name", O_RDONLY);
    request.aio_buf = buffer;
    request.aio_nbytes = sizeof buffer;
    aio_read(&request);
    buffer[0] = 1;
    return 0;
}
