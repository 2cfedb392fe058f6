// library: threads of the library
#include "../threads.h"
#include <aio.h>

static struct aiocb read_later = {.aio_buf = &x, .aio_nbytes = sizeof x};
static struct aiocb *list[] = {&read_later};
MAIN(PICK(lio_listio(LIO_NOWAIT, list, 1, 0), rand()); x++;)
