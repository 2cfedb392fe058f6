// A stream that is used without its lock while there is one thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *given)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return given;
}

int main(void)
{
    pthread_t thread;

    putchar_unlocked('b');
    pthread_create(&thread, 0, count, 0);
    count(0);
    pthread_join(thread, 0);
    return 0;
}
