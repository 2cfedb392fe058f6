// It is destroyed after its use, though only a relaxed flag says so: that is no access of data.
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>

static sem_t object;
static atomic_int done;

static void *use(void *arg)
{
    sem_post(&object);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&object, 0, 0);
    pthread_create(&thread, 0, use, 0);
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
    sem_destroy(&object);
    pthread_join(thread, 0);
    return 0;
}
