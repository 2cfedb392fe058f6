// There is no pipe.
//~ lacks: with uses of pipes in one order
#include <pthread.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    n = 1;
    write(1, "x", 1);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    n = 2;
    return 0;
}
