// The name of the program is printed; how many arguments there are is not looked at.
//~ says: any arguments
#include <pthread.h>
#include <stdio.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
}

int main(int argc, char **argv)
{
    printf("%s\n", argv[0]);
    go();
    return 0;
}
