// Race: it is made again, which writes it, with nothing but a relaxed flag after its use.
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t object;
static atomic_int done;

static void *use(void *arg)
{
    (void)pthread_spin_lock(&object), pthread_spin_unlock(&object); //~ RACE
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&object, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, use, 0);
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
    pthread_spin_init(&object, PTHREAD_PROCESS_PRIVATE); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
