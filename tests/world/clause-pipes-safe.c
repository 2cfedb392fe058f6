// What comes through a pipe was written before.
//~ options: --closed-world
//~ says: with uses of pipes in one order
#include <pthread.h>
#include <unistd.h>

static int ends[2], n;

static void *work(void *a)
{
    n = 1;
    write(ends[1], "x", 1);
    return a;
}

int main(void)
{
    pthread_t t;
    char c;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, work, NULL);
    if (read(ends[0], &c, 1) == 1)
        n = 2;
    pthread_join(t, NULL);
    return 0;
}
