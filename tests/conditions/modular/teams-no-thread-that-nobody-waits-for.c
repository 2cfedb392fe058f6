// teams: no thread that nobody waits for
// teams: made by a thread that nobody waits for
#include "../threads.h"

static void region(int again);
static void *run(void *given) {
    region(0);
    return given;
}
static void region(int again) {
#pragma omp parallel num_threads(1)
    {
        if (again) {
            pthread_t t;
            pthread_create(&t, 0, run, 0);
            PICK((void)0, pthread_join(t, 0));
        } else {
#pragma omp atomic write
            x = 1;
        }
    }
}
int main(void) {
    region(PICK(1, 0));
    x = 2;
}
