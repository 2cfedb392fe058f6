/* Signals that threads of the program send to each other or to their process. It comes with every program that may. One that is blocked is kept here until it is waited for or let through; others are for the machine. Weak, so that a program may define them itself. */

typedef unsigned long long set;

extern int __raise(int);
extern int __kill(int, int);
extern int __pthread_kill(unsigned long, int);
extern int __pthread_sigmask(int, const void *, void *);
extern int __sigsuspend(const void *);
extern int __signal_comes(const void *);
extern set __signal_first_mask(unsigned long);
extern void __raceproof_signal_limit(void);
extern long __raceproof_thread_self(void);
extern void *memcpy(void *, const void *, __typeof__(sizeof(0)));
extern void *memset(void *, int, __typeof__(sizeof(0)));
extern int *__errno_location(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raceproof_sem_wait(void *);
void __raceproof_sem_post(void *);

static set pending; /* of the process */
static struct {
  int semaphore;
  int has_mask;
  set mask, sent, awaited;
} threads[64]; /* by handle */

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static int own(void) {
  unsigned long self = __raceproof_thread_self();
  if (self > 63)
    __raceproof_signal_limit();
  return (int)(self & 63);
}

/* Who waits for a signal that has come goes on. */
static void wake(int thread) {
  threads[thread].awaited = 0;
  __raceproof_sem_post(&threads[thread].semaphore);
}

/* The first signal of these that has come, or none. */
static int take(int self, set wanted) {
  set there = (pending | threads[self].sent) & wanted, bit;
  if (!there)
    return 0;
  bit = there & -there;
  if (threads[self].sent & bit)
    threads[self].sent &= ~bit;
  else
    pending &= ~bit;
  return __builtin_ctzll(bit) + 1;
}

static int await(set wanted, int waits) {
  int self = own(), number = __signal_comes(&wanted);
  if (number)
    return number;
  for (;;) {
    __VERIFIER_atomic_begin();
    number = take(self, wanted);
    threads[self].awaited = number || !waits ? 0 : wanted;
    __VERIFIER_atomic_end();
    if (number || !waits)
      return number;
    __raceproof_sem_wait(&threads[self].semaphore);
  }
}

static int blocks(int thread, set bit) {
  return ((threads[thread].has_mask ? threads[thread].mask : __signal_first_mask(thread)) & bit) != 0;
}

__attribute__((weak)) int pthread_kill(unsigned long thread, int number) {
  int is_kept = 0;
  set bit;
  if (number <= 0 || number > 64)
    return number ? 22 : 0;
  if (thread > 63)
    __raceproof_signal_limit();
  bit = (set)1 << (number - 1);
  __VERIFIER_atomic_begin();
  if (threads[thread].awaited & bit) {
    threads[thread].sent |= bit;
    wake((int)thread);
    is_kept = 1;
  } else if (blocks((int)thread, bit)) {
    threads[thread].sent |= bit;
    is_kept = 1;
  }
  __VERIFIER_atomic_end();
  return is_kept ? 0 : __pthread_kill(thread, number);
}

__attribute__((weak)) int raise(int number) { return pthread_kill(__raceproof_thread_self(), number); }

__attribute__((weak)) int kill(int process, int number) {
  int waiting = 0, is_blocked = 1, is_kept = 0;
  set bit;
  if ((process != 1000 && process) || number <= 0 || number > 64)
    return __kill(process, number);
  bit = (set)1 << (number - 1);
  __VERIFIER_atomic_begin();
  for (int i = 1; i < 64; i++) {
    if (threads[i].awaited & bit)
      waiting++;
    if (!blocks(i, bit))
      is_blocked = 0;
  }
  /* Which of several gets it is open. */
  if (waiting > 1)
    __raceproof_signal_limit();
  if (waiting || is_blocked) {
    pending |= bit;
    is_kept = 1;
    for (int i = 1; i < 64; i++)
      if (threads[i].awaited & bit)
        wake(i);
  }
  __VERIFIER_atomic_end();
  return is_kept ? 0 : __kill(process, number);
}

__attribute__((weak)) int sigwait(const void *wanted, int *number) {
  set own;
  memcpy(&own, wanted, 8);
  *number = await(own, 1);
  return 0;
}

static int told(const void *wanted, void *info, int waits) {
  set own;
  int number;
  memcpy(&own, wanted, 8);
  number = await(own, waits);
  if (!number)
    return fail(11);
  if (info) {
    memset(info, 0, 128);
    *(int *)info = number;
  }
  return number;
}

__attribute__((weak)) int sigwaitinfo(const void *wanted, void *info) { return told(wanted, info, 1); }

__attribute__((weak)) int sigtimedwait(const void *wanted, void *info, const long *timeout) {
  return told(wanted, info, timeout ? timeout[0] < 0 || timeout[1] < 0 : 1);
}

__attribute__((weak)) int sigpending(void *there) {
  set all;
  int self = own();
  __VERIFIER_atomic_begin();
  all = pending | threads[self].sent;
  __VERIFIER_atomic_end();
  memcpy(there, &all, 8);
  return 0;
}

/* What the thread blocks has changed: handlers of signals that have come and are let through run now. */
static void let_through(void) {
  int self = own(), number;
  set mask;
  __pthread_sigmask(0, 0, &mask);
  do {
    __VERIFIER_atomic_begin();
    threads[self].mask = mask;
    threads[self].has_mask = 1;
    number = take(self, ~mask);
    __VERIFIER_atomic_end();
    if (number)
      __raise(number);
  } while (number);
}

__attribute__((weak)) int pthread_sigmask(int how, const void *new, void *old) {
  int result = __pthread_sigmask(how, new, old);
  if (new)
    let_through();
  return result;
}

__attribute__((weak)) int sigprocmask(int how, const void *new, void *old) { return pthread_sigmask(how, new, old); }

__attribute__((weak)) int sigsuspend(const void *mask) {
  set let, old, all = ~(set)0;
  int number;
  memcpy(&let, mask, 8);
  if (__signal_comes(&all))
    return __sigsuspend(mask);
  number = await(~let, 1);
  __pthread_sigmask(2, &let, &old);
  __raise(number);
  __pthread_sigmask(2, &old, 0);
  return fail(4);
}
