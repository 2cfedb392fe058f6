// Where there are no more keys the process ends.
#include <pthread.h>

static pthread_key_t key;
static int missed;

static void *work(void *a)
{
    missed++;
    return a;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    if (pthread_key_create(&key, NULL))
        return 1;
    pthread_join(t, NULL);
    return 0;
}
