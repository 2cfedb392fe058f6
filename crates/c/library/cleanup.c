/* Cleanup handlers of threads: pthread_cleanup_push and pthread_cleanup_pop are macros around these. */

struct __raceproof_handler {
  void (*routine)(void *);
  void *argument;
};

static _Thread_local struct __raceproof_handler handlers[32];
static _Thread_local int count;

extern void abort(void);

void __raceproof_cleanup_push(void (*routine)(void *), void *argument) {
  if (count == 32)
    abort();
  handlers[count].routine = routine;
  handlers[count].argument = argument;
  count++;
}

void __raceproof_cleanup_pop(int execute) {
  count--;
  if (execute)
    handlers[count].routine(handlers[count].argument);
}

/* What pthread_exit does first. */
void __raceproof_cleanup_run(void) {
  while (count > 0)
    __raceproof_cleanup_pop(1);
}
