// A lock may not be made for lack of memory, and both threads write then.
#include <pthread.h>

static int n;

static void *work(void *a)
{
    pthread_rwlock_t l;
    if (pthread_rwlock_init(&l, NULL) != 0)
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
