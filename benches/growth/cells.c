// N threads that write K cells of their own: one interleaving.
#include <pthread.h>

static int cells[N][K];

static void *work(void *cell)
{
    int *mine = cell;
    for (int i = 0; i < K; i++)
        mine[i] = i;
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, cells[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
