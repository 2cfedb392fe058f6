// A condition variable may not be made for lack of memory, and both threads write then.
#include <pthread.h>

static int n;

static void *work(void *a)
{
    pthread_cond_t c;
    if (pthread_cond_init(&c, NULL) != 0)
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
