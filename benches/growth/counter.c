// N threads, K increments each, of a counter under a mutex. The bound makes the call depend on the schedule, so that
// one run does not tell.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void add(void)
{
    counter++;
}

static void *work(void *unused)
{
    for (int i = 0; i < K; i++) {
        pthread_mutex_lock(&mutex);
        if (counter < 1000)
            add();
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
