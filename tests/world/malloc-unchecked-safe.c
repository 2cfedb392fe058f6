// Nobody looks whether there was memory: an access through null is another defect.
//~ says: verdict: race-free (engine
#include <pthread.h>
#include <stdlib.h>

struct job {
    int *data;
    int sum;
};

static void *work(void *a)
{
    struct job *job = a;
    for (int i = 0; i < 4; i++)
        job->sum += job->data[i];
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    struct job job[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        job[i].data = calloc(4, sizeof(int));
        pthread_create(&t[i], NULL, work, &job[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return job[0].sum + job[1].sum;
}
