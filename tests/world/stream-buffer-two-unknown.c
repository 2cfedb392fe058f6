// Two streams with one buffer: each has a lock of its own.
//~ says: a stream with a buffer of the program is not modelled
#include <pthread.h>
#include <stdio.h>

static char buffer[BUFSIZ];

static void share(FILE *stream)
{
    setvbuf(stream, buffer, _IOFBF, sizeof buffer);
}

static void *work(void *argument)
{
    fputs("one\n", stderr);
    return argument;
}

int main(void)
{
    pthread_t t;

    share(stdout);
    share(stderr);
    pthread_create(&t, 0, work, 0);
    fputs("two\n", stdout);
    pthread_join(t, 0);
    return 0;
}
