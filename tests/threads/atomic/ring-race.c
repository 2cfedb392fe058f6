// A ring of one producer and one consumer that loads the producer's index without acquiring.
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 4, ITEMS = 12 };

static int slots[SLOTS];
static atomic_uint head, tail;

static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        unsigned mine = atomic_load_explicit(&tail, memory_order_relaxed);
        while (mine - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
            ;
        slots[mine % SLOTS] = i;  //~ RACE
        atomic_store_explicit(&tail, mine + 1, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t producer;
    int sum = 0;
    pthread_create(&producer, 0, produce, 0);
    for (int i = 0; i < ITEMS; i++) {
        unsigned mine = atomic_load_explicit(&head, memory_order_relaxed);
        while (atomic_load_explicit(&tail, memory_order_relaxed) == mine)
            ;
        sum += slots[mine % SLOTS];  //~ RACE
        atomic_store_explicit(&head, mine + 1, memory_order_release);
    }
    pthread_join(producer, 0);
    return sum == 66 ? 0 : 1;
}
