// A buffer that only the stream uses.
#include <pthread.h>
#include <stdio.h>

static void *work(void *argument)
{
    fputs("one\n", stderr);
    return argument;
}

int main(void)
{
    static char buffer[BUFSIZ];
    pthread_t t;

    setbuf(stderr, buffer);
    pthread_create(&t, 0, work, 0);
    fputs("two\n", stderr);
    pthread_join(t, 0);
    return 0;
}
