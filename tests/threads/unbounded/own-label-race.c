// Each thread is given the address of a number that picks its cell; two numbers are the same.
#include <pthread.h>

int cells[1000], numbers[1000];

static void *worker(void *argument)
{
    int number = *(int *)argument;
    cells[number]++; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t threads[1000];
    for (int i = 0; i < 1000; i++) {
        numbers[i] = i / 2;
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    }
    for (int i = 0; i < 1000; i++)
        pthread_join(threads[i], 0);
    return cells[0];
}
