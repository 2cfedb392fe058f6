// A thread uses a variable of main, which waits for it.
//~ lacks: variables of
#include <pthread.h>

static void *work(void *a)
{
    *(int *)a = 1;
    return NULL;
}

int main(void)
{
    int n = 0;
    pthread_t t;
    pthread_create(&t, NULL, work, &n);
    pthread_join(t, NULL);
    return 0;
}
