// barriers: no team waits
#include "../threads.h"

static pthread_barrier_t b;
int omp_get_thread_num(void);
THREAD(first, x = 1; pthread_barrier_wait(&b);)
THREAD(second, pthread_barrier_wait(&b); x = 2;)
static void many(void) {
    for (int i = 0; i < 2; i++) {
        #pragma omp parallel num_threads(4)
        { if (omp_get_thread_num() == 0) x = 1; pthread_barrier_wait(&b); if (omp_get_thread_num() == 1) x = 2; }
    }
}
MAIN(pthread_barrier_init(&b, 0, 2); PICK(many(); (void)first; (void)second;, START(s, first) START(t, second)))
