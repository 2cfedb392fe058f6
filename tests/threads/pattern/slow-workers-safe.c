// Workers sleep before each item, so the queue gets full, and only then does main look at the count, with its lock.
#include <pthread.h>
#include <unistd.h>

enum { WORKERS = 24, ROOM = 200 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int waiting, closed, done;

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (waiting == 0 && !closed)
            pthread_cond_wait(&filled, &lock);
        if (waiting == 0) {
            pthread_mutex_unlock(&lock);
            return unused;
        }
        waiting--;
        pthread_mutex_unlock(&lock);
        usleep(1000);
        pthread_mutex_lock(&count_lock);
        done++;
        pthread_mutex_unlock(&count_lock);
    }
}

static int put(void)
{
    pthread_mutex_lock(&lock);
    int fits = waiting < ROOM;
    waiting += fits;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return fits;
}

int main(void)
{
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    while (put())
        ;
    pthread_mutex_lock(&count_lock);
    int half = done;
    pthread_mutex_unlock(&count_lock);
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    return half > done;
}
