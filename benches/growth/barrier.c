// N threads that meet K times at a barrier made of a mutex and a condition variable, and write their own cells in between.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int waiting, round;
static int cells[N];

static void meet(void)
{
    pthread_mutex_lock(&mutex);
    int mine = round;
    if (++waiting == N) {
        waiting = 0;
        round++;
        pthread_cond_broadcast(&all_here);
    }
    while (round == mine)
        pthread_cond_wait(&all_here, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void *work(void *argument)
{
    int i = (int)(long)argument;
    for (int k = 0; k < K; k++) {
        cells[(i + k) % N] = i;
        meet();
    }
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
