// Each thread is given an object with a number that picks a row; two threads have the same number.
#include <pthread.h>
#include <stdlib.h>

struct task {
    int first, number;
};

int rows[1000][4];

static void *worker(void *argument)
{
    struct task *task = argument;
    for (int i = task->first; i < 4; i++)
        if (i >= 0)
            rows[task->number][i]++; //~ RACE
    free(task);
    return 0;
}

int main(void)
{
    for (int i = 0; i < 1000; i++) {
        pthread_t thread;
        struct task *task = malloc(sizeof *task);
        task->first = 1;
        task->number = i;
        pthread_create(&thread, 0, worker, task);
        task = malloc(sizeof *task);
        task->first = 1;
        task->number = i;
        pthread_create(&thread, 0, worker, task);
        pthread_detach(thread);
    }
    return 0;
}
