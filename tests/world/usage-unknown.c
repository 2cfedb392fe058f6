// The same in any world: for other arguments nothing is known.
//~ says: no second thread was started: the program ended at usage-unknown.c:31
//~ says: race-free without arguments; for others nothing is known
//~ says: `-- ARGS`
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
    if (argc == 3 && atof(argv[1]) * atof(argv[2]) == 39.1) {
        go();
        return 0;
    }
    fprintf(stderr, "usage: %s P Q\n", argv[0]);
    return 1;
}
