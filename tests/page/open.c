// One counter has a lock, and what keeps the accesses to the other apart is not told by any lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted, turn;
static int handed;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    counted++;
    int mine = turn++;
    pthread_mutex_unlock(&lock);
    if (mine == 0) {
        handed++;
    }
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return counted - handed;
}
