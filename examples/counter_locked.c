// As counter.c, with a lock: every schedule counts to two.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    printf("counted to %d\n", counter);
    return 0;
}
