// Without arguments it ends before there is a second thread: that proves nothing.
//~ options: --closed-world
//~ says: no second thread was started: the program ended at usage-closed-unknown.c:30
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
