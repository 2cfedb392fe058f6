// A pointer that nobody has set is a null pointer, which ends the process, or leads anywhere.
//~ unknown: what the program does after this defect is undefined
#include <pthread.h>

int x;

static void *work(void *arg)
{
    int *p;
    *p = 1;
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
