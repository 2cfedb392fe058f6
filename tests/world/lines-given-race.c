// A standard input that is given.
//~ options: --stdin data/numbers.txt
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
    int a, b;
    if (scanf("%d %d", &a, &b) == 2 && a * b == 391)
        go();
    return 0;
}
