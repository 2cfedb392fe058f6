// Each thread is given the address of a number of its own, which picks its cell.
#include <pthread.h>

int cells[1000], numbers[1000];

static void *worker(void *argument)
{
    int number = *(int *)argument;
    cells[number]++;
    return 0;
}

int main(void)
{
    pthread_t threads[1000];
    for (int i = 0; i < 1000; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    }
    for (int i = 0; i < 1000; i++)
        pthread_join(threads[i], 0);
    return cells[0];
}
