// Two numbers of the standard input have to be in a relation that no guess is in.
//~ says: with stdin
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int x;

static void *work(void *a)
{
    x = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    int a, b;
    if (scanf("%d %d", &a, &b) != 2)
        return 1;
    pthread_create(&t, 0, work, 0);
    if (a * 7 == b + 13 && a > 1000)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
