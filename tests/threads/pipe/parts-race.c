// The second part is sent alone, after the first.
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char bytes[2];
    struct iovec parts[2] = {{bytes, 1}, {bytes + 1, 1}};
    if (readv(ends[0], parts, 2) > 0)
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct iovec parts[2] = {{"a", 1}, {"b", 1}};
    if (pipe(ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    if (writev(ends[1], parts, 1) != 1)
        return 1;
    value = 1; //~ RACE
    if (writev(ends[1], parts + 1, 1) != 1)
        return 1;
    pthread_join(thread, 0);
    return 0;
}
