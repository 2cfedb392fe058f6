// Every thread but the first comes here: two of them in a team of three.
#include <pthread.h>

static pthread_key_t key;
static int x;

int main(void)
{
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &x);
#pragma omp parallel
    {
        if (!pthread_getspecific(key))
            x = 1;  //~ RACE
    }
    return x;
}
