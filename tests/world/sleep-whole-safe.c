// No handler can end a sleep.
#include <pthread.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    if (usleep(100) != 0)
        n++;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
