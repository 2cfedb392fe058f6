// A number is read from standard input into what another thread does not touch.
#include <pthread.h>
#include <stdio.h>

int wanted;
int done;

static void *worker(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    if (scanf("%d", &wanted) != 1)
        return 1;
    return wanted;
}
