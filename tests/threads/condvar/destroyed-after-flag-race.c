// Race: it is made again, which writes it, with nothing but a relaxed flag after its use.
#include <pthread.h>
#include <stdatomic.h>

static pthread_cond_t object = PTHREAD_COND_INITIALIZER;
static atomic_int done;

static void *use(void *arg)
{
    pthread_cond_signal(&object); //~ RACE
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, use, 0);
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
    pthread_cond_init(&object, 0); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
