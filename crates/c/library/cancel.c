/* Deferred cancellation of threads. Where a program calls pthread_cancel, the front end calls __raceproof_cancel_point at every point of cancellation. A request is an atomic flag, so the canceled thread comes after who canceled it. */

extern long __raceproof_thread_self(void);
extern void pthread_exit(void *);
extern _Bool __VERIFIER_nondet_bool(void);
void __raceproof_cancel_at_any_time(void);

static char requested[2049]; /* by handle, of which there are no more */
static int is_asynchronous; /* whether a thread can be canceled at any time */
static _Thread_local int disabled;
static _Thread_local int type;

int pthread_cancel(unsigned long thread) {
  if (thread > 2048)
    return 3;
  if (__atomic_load_n(&is_asynchronous, 5))
    __raceproof_cancel_at_any_time();
  __atomic_store_n(&requested[thread], 1, 5);
  return 0;
}

static int is_canceled(void) {
  unsigned long self = __raceproof_thread_self();
  return !disabled && self <= 2048 && __atomic_load_n(&requested[self], 5);
}

/* Handlers of pthread_cleanup_push run where a thread can no longer be canceled. */
static void end(void) {
  disabled = 1;
  pthread_exit((void *)-1);
}

void __raceproof_cancel_point(void) {
  if (is_canceled())
    end();
}

/* A function that POSIX allows to be a point of cancellation. */
void __raceproof_cancel_perhaps(void) {
  if (is_canceled() && __VERIFIER_nondet_bool())
    end();
}

int __raceproof_cancel_state(int new, int *old) {
  if (new != 0 && new != 1)
    return 22;
  if (old)
    *old = disabled;
  disabled = new;
  return 0;
}

int __raceproof_cancel_type(int new, int *old) {
  if (new != 0 && new != 1)
    return 22;
  if (old)
    *old = type;
  type = new;
  if (new)
    __atomic_store_n(&is_asynchronous, 1, 5);
  return 0;
}
