// It is deleted when the thread has ended.
#include <pthread.h>

pthread_key_t key;
int value;

static void destroy(void *arg)
{
    (void)arg;
}

static void *first(void *arg)
{
    pthread_setspecific(key, &value);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, 0, first, 0);
    pthread_join(a, 0);
    pthread_key_delete(key);
    return 0;
}
