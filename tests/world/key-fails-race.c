// There may be no more keys of thread-specific data, or no memory for a value.
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
        missed++;
    pthread_join(t, NULL);
    return 0;
}
