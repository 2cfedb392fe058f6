// A key is deleted while a thread may use it.
#include <pthread.h>

pthread_key_t key;
int value;

static void destroy(void *arg)
{
    (void)arg;
}

static void *first(void *arg)
{
    pthread_setspecific(key, &value); //~ RACE
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, 0, first, 0);
    pthread_key_delete(key); //~ RACE
    pthread_join(a, 0);
    return 0;
}
