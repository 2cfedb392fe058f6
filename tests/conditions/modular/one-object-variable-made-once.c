// one-object: variable made once
// reborn: not in a loop
#include "../threads.h"

THREAD(use, pthread_mutex_t *p = given; pthread_mutex_lock(p); x++; pthread_mutex_unlock(p); atomic_fetch_add_explicit(&f, 1, memory_order_relaxed);)
MAIN(PICK(, pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;) for (int i = 0; i < 2; i++) { PICK(pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;, )
    pthread_t t; pthread_create(&t, 0, use, &own); while (atomic_load_explicit(&f, memory_order_relaxed) != i + 1) ; })
