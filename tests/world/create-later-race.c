// The first thread is there when the second one cannot be created.
//~ says: failing at line 21
#include <pthread.h>
#include <stdio.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t t[2];
    int made = 0;
    while (made < 2 && !pthread_create(&t[made], NULL, work, NULL))
        made++;
    if (made < 2)
        printf("%d\n", n);
    for (int i = 0; i < made; i++)
        pthread_join(t[i], NULL);
    return 0;
}
