// Two threads write to a stream without its lock, which POSIX leaves to whoever has that.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void *print(void *given)
{
    putchar_unlocked('a');
    return given;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, print, 0);
    putchar_unlocked('b');
    pthread_join(thread, 0);
    return 0;
}
