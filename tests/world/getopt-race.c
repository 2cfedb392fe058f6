// An option of getopt, and a number for another.
//~ says: with arguments `-p -t 4`
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

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
    int option, threads = 0, parallel = 0;
    while ((option = getopt(argc, argv, "pt:")) != -1) {
        if (option == 'p')
            parallel = 1;
        if (option == 't')
            threads = atoi(optarg);
    }
    if (parallel && threads > 1)
        go();
    return 0;
}
