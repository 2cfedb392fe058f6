// thread-number: of a team
#include "../threads.h"

#include <omp.h>
static int a[100];
THREAD(use, a[omp_get_thread_num()]++;)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, use, 0);)
