// The two numbers are found that the program wants as arguments.
//~ says: with arguments
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
    if (argc == 3 && atoi(argv[1]) * atoi(argv[2]) == 391) {
        go();
        return 0;
    }
    fprintf(stderr, "usage: %s P Q\n", argv[0]);
    return 1;
}
