// A file that is there, whatever is in it.
//~ says: in.txt
#include <pthread.h>
#include <stdio.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
}

int main(void)
{
    FILE *f = fopen("in.txt", "r");
    if (!f)
        return 1;
    go();
    return 0;
}
