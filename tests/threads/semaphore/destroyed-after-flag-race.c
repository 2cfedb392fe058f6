// Race: it is made again, which writes it, with nothing but a relaxed flag after its use.
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>

static sem_t object;
static atomic_int done;

static void *use(void *arg)
{
    sem_post(&object); //~ RACE
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
    sem_init(&object, 0, 1); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
