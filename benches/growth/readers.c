// N readers and one writer, K times each, under a read-write lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *unused)
{
    for (int k = 0; k < K; k++) {
        pthread_rwlock_rdlock(&lock);
        int seen = value;
        pthread_rwlock_unlock(&lock);
        if (seen > 1000)
            return 0;
    }
    return unused;
}

static void *writer(void *unused)
{
    for (int k = 0; k < K; k++) {
        pthread_rwlock_wrlock(&lock);
        value++;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, reader, 0);
    pthread_create(&threads[N], 0, writer, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
