// N producers and N consumers of K items each, over a buffer of four.
#include <pthread.h>

#define SIZE 4

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[SIZE], count, first, sum;

static void *produce(void *unused)
{
    for (int k = 0; k < K; k++) {
        pthread_mutex_lock(&mutex);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &mutex);
        buffer[(first + count) % SIZE] = k;
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (int k = 0; k < K; k++) {
        pthread_mutex_lock(&mutex);
        while (count == 0)
            pthread_cond_wait(&not_empty, &mutex);
        sum += buffer[first];
        first = (first + 1) % SIZE;
        count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2 * N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, produce, 0);
    for (int i = N; i < 2 * N; i++)
        pthread_create(&threads[i], 0, consume, 0);
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
