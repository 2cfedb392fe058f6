// N philosophers who eat K times; the last takes the other fork first, so that nobody starves.
#include <pthread.h>

static pthread_mutex_t forks[N];
static int meals[N];

static void eat(int fork)
{
    meals[fork]++;
}

static void *philosopher(void *argument)
{
    int i = (int)(long)argument;
    int first = i == N - 1 ? 0 : i;
    int second = i == N - 1 ? i : i + 1;
    for (int k = 0; k < K; k++) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        if (meals[first] < 1000)
            eat(first);
        if (meals[second] < 1000)
            eat(second);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], 0);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
