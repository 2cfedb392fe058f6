// A number that is passed as a pointer is no address.
//~ says: covered: every schedule
//~ lacks: layout
#include <pthread.h>
#include <stdint.h>

static int n[2];

static void *work(void *x)
{
    n[(intptr_t)x]++;
    return x;
}

int main(void)
{
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
