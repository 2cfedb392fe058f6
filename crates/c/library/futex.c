/* The system call futex, as far as locks that programs make themselves use it: waiting while a word has a value, and waking. A wait may end without a reason. It comes with every program that makes system calls. */

extern int *__errno_location(void);
extern void __raceproof_futex_limit(void);
void __raceproof_mutex_lock(void *);
void __raceproof_mutex_unlock(void *);
int __raceproof_cond_wait(void *, void *);
int __raceproof_cond_timedwait(void *, void *);
int __raceproof_cond_signal(void *);
int __raceproof_cond_broadcast(void *);

static long mutex[5];
static struct {
  int *word;
  int waiting;
  long condition[6];
} words[16];

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static int place_of(int *word) {
  int free = -1;
  for (int i = 0; i < 16; i++) {
    if (words[i].waiting && words[i].word == word)
      return i;
    if (!words[i].waiting && free < 0)
      free = i;
  }
  if (free < 0) {
    __raceproof_futex_limit();
    return 0;
  }
  words[free].word = word;
  return free;
}

static int wait(int *word, int value, int has_end) {
  int at, result;
  __raceproof_mutex_lock(mutex);
  if (__atomic_load_n(word, 0) != value) {
    __raceproof_mutex_unlock(mutex);
    return fail(11);
  }
  at = place_of(word);
  words[at].waiting++;
  result = has_end ? __raceproof_cond_timedwait(words[at].condition, mutex)
                   : __raceproof_cond_wait(words[at].condition, mutex);
  words[at].waiting--;
  __raceproof_mutex_unlock(mutex);
  return result ? fail(110) : 0;
}

static int wake(int *word, int most) {
  int woken = 0;
  __raceproof_mutex_lock(mutex);
  for (int i = 0; i < 16; i++)
    if (words[i].waiting && words[i].word == word) {
      woken = words[i].waiting < most ? words[i].waiting : most;
      if (woken == words[i].waiting)
        __raceproof_cond_broadcast(words[i].condition);
      else
        for (int n = 0; n < woken; n++)
          __raceproof_cond_signal(words[i].condition);
    }
  __raceproof_mutex_unlock(mutex);
  return woken;
}

int __raceproof_futex(int *word, int operation, int value, const void *timeout) {
  /* FUTEX_PRIVATE_FLAG and FUTEX_CLOCK_REALTIME change nothing here. */
  switch (operation & ~384) {
  case 0:
    return wait(word, value, timeout != 0);
  case 1:
    return wake(word, value);
  }
  __raceproof_futex_limit();
  return -1;
}
