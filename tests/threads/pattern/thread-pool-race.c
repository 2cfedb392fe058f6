// Race: the job number is read and advanced in two sections, so two workers may take one job.
#include <pthread.h>
#include <stddef.h>

enum { JOBS = 2 };
int results[JOBS], next_job;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        int job = next_job;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        next_job = job + 1;
        pthread_mutex_unlock(&m);
        if (job >= JOBS) return NULL;
        results[job] += 1; //~ RACE
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return results[0];
}
