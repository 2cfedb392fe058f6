// Nobody looks at what the last creation gives, and a variable that decides something is set to zero right after it.
#include <pthread.h>

#define START(k) { pthread_create(&threads[k], 0, count, 0); is_early = 0; }

static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument)
{
    pthread_mutex_lock(&mutex);
    total++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    int is_early;
    START(0)
    START(1)
    if (is_early)
        return total;
    pthread_create(&threads[2], 0, count, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return total;
}
