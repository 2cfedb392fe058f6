// reborn: called once
#include "../threads.h"

THREAD(use, pthread_mutex_t *p = given; pthread_mutex_lock(p); x++; pthread_mutex_unlock(p); atomic_fetch_add_explicit(&f, 1, memory_order_relaxed);)
static void go(pthread_mutex_t *all, int i) { pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; (void)all; pthread_t t;
    pthread_create(&t, 0, use, PICK(&own, all)); while (atomic_load_explicit(&f, memory_order_relaxed) != i + 1) ; }
MAIN(for (int i = 0; i < 2; i++) go(&m, i);)
