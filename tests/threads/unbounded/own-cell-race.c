// Every thread has a cell of an array, which its creator fills after it exists.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int input;
    int output;
};

static void *worker(void *argument)
{
    struct job *job = argument;
    job->output = job->input + 1; //~ RACE
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    pthread_t *threads = malloc(n * sizeof(pthread_t));
    struct job *jobs = malloc(n * sizeof(struct job));
    for (int i = 0; i < n; i++) {
        pthread_create(&threads[i], 0, worker, &jobs[i]);
        jobs[i].input = i; //~ RACE
    }
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], 0);
    free(jobs);
    free(threads);
    return 0;
}
