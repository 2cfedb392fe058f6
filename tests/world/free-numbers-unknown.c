// No two numbers are in both relations.
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
    if (scanf("%3d,%d", &a, &b) != 2)
        return 1;
    pthread_create(&t, 0, work, 0);
    if (a == b + 1 && a > 1000)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
