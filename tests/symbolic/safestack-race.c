// A stack of cells in an array, linked by indices, with a count, after the published description of Vyukov's SafeStack: pop is not safe
// against a cell that was popped and pushed again in between (ABA), so two threads can own one cell. Three threads, each pops, uses and pushes.
#include <pthread.h>
#include <stdatomic.h>

struct cell {
    atomic_int next;
    int value;
};

struct cell cells[3];
atomic_int head;
atomic_int count;

static int pop(void)
{
    while (atomic_load(&count) > 1) {
        int top = atomic_load(&head);
        int next = atomic_exchange(&cells[top].next, -1);
        if (next >= 0) {
            int expected = top;
            if (atomic_compare_exchange_strong(&head, &expected, next)) {
                atomic_fetch_sub(&count, 1);
                return top;
            }
            atomic_exchange(&cells[top].next, next);
        }
    }
    return -1;
}

static void push(int index)
{
    int top = atomic_load(&head);
    do
        atomic_store(&cells[index].next, top);
    while (!atomic_compare_exchange_strong(&head, &top, index));
    atomic_fetch_add(&count, 1);
}

static void *user(void *argument)
{
    for (int i = 0; i < 2; i++) {
        int index = pop();
        if (index < 0)
            return 0;
        cells[index].value++; //~ RACE
        push(index);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    count = 3;
    cells[0].next = 1;
    cells[1].next = 2;
    cells[2].next = -1;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, user, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
