// The arguments that it wants are those that it compares with.
//~ says: with arguments `--go x`
#include <pthread.h>
#include <string.h>

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
    if (argc != 3 || strcmp(argv[1], "--go") != 0)
        return 1;
    go();
    return 0;
}
