// one-object: thread-local without teams
#include "../threads.h"

static PICK(_Thread_local, ) pthread_mutex_t own;
int main(void) {
#pragma omp parallel num_threads(2)
    { pthread_mutex_lock(&own); x++; pthread_mutex_unlock(&own); }
}
