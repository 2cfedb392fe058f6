// A thread looks at the buffer of a stream.
//~ says: a stream with a buffer of the program is not modelled
#include <pthread.h>
#include <stdio.h>

static char buffer[BUFSIZ];

static void *work(void *argument)
{
    buffer[0] = 'x';
    return argument;
}

int main(void)
{
    pthread_t t;

    setbuf(stderr, buffer);
    pthread_create(&t, 0, work, 0);
    fputs("two\n", stderr);
    pthread_join(t, 0);
    return 0;
}
