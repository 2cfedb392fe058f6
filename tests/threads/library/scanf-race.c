// A number is read from standard input into what another thread writes too.
#include <pthread.h>
#include <stdio.h>

int wanted;
int done;

static void *worker(void *unused)
{
    wanted = 1; //~ RACE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    if (scanf("%d", &wanted) != 1) //~ RACE
        return 1;
    return wanted; //~ RACE
}
