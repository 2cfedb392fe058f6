// One number in four thousand million, as an argument, leads to the race.
//~ says: with arguments `123456789`
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

int main(int argc, char **argv)
{
    pthread_t t;
    if (argc < 2 || atoi(argv[1]) != 123456789)
        return 1;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
