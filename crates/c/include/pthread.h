/* Cleanup handlers are kept by our own runtime; glibc's macros work on jump buffers and registers. */
#include_next <pthread.h>
#ifndef _RACEPROOF_PTHREAD_H
#define _RACEPROOF_PTHREAD_H 1
extern void __raceproof_cleanup_push(void (*)(void *), void *);
extern void __raceproof_cleanup_pop(int);
#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#undef pthread_cleanup_push_defer_np
#undef pthread_cleanup_pop_restore_np
#define pthread_cleanup_push(routine, argument) \
  do { __raceproof_cleanup_push((routine), (argument));
#define pthread_cleanup_pop(execute) \
  __raceproof_cleanup_pop(execute); } while (0)
#define pthread_cleanup_push_defer_np(routine, argument) pthread_cleanup_push(routine, argument)
#define pthread_cleanup_pop_restore_np(execute) pthread_cleanup_pop(execute)
#endif
