// Without memory the program ends before there are threads, by results that callers look at.
//~ says: verdict: race-free (engine
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static int *data;

static int prepare(int count)
{
    data = malloc(count * sizeof *data);
    if (data == NULL)
        return -1;
    for (int i = 0; i < count; i++)
        data[i] = i;
    return 0;
}

static void *work(void *a)
{
    __atomic_fetch_add(&n, data[1], __ATOMIC_SEQ_CST);
    return a;
}

int main(void)
{
    pthread_t t, u;
    if (prepare(10) < 0) {
        n--;
        printf("%d\n", n);
        return 1;
    }
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return n;
}
