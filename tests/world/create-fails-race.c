// Where the second thread cannot be created, the counter of the first one is used.
//~ says: with `pthread_create(&u, NULL, work, &n[1])` failing at line 18
#include <pthread.h>
#include <stdlib.h>

static int n[2];

static void *work(void *a)
{
    (*(int *)a)++;
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, &n[0]);
    if (pthread_create(&u, NULL, work, &n[1]))
        n[0]++;
    return 0;
}
