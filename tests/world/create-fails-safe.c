// Where the second thread cannot be created, its work is done in its place.
//~ says: memory and threads that may run out
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
        n[1]++;
    return 0;
}
