// Only the first thread comes here.
#include <pthread.h>

static pthread_key_t key;
static int x;

int main(void)
{
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &x);
#pragma omp parallel
    {
        if (pthread_getspecific(key))
            x = 1;
    }
    return x;
}
