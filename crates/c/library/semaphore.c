/* Semaphores with names. One that the program makes where there may be one already has the value that the world says. */

typedef __typeof__(sizeof(0)) size_t;

extern size_t strlen(const char *);
extern int strcmp(const char *, const char *);
extern void *memcpy(void *, const void *, size_t);
extern int *__errno_location(void);
extern int __semaphore_value(int);
extern void __raceproof_semaphore_limit(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raceproof_sem_init(void *, int);

static struct {
  char name[32]; /* none once it is unlinked */
  long semaphore[4];
} semaphores[16];
static int count;

static long *fail(int error) {
  *__errno_location() = error;
  return 0;
}

static int find(const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(semaphores[i].name, name))
      return i;
  return -1;
}

long *sem_open(const char *name, int flags, ...) {
  char own[32];
  long *found = 0;
  int value = 0, at, error = 0;
  size_t length = strlen(name);
  if (length > 31 || !length) {
    __raceproof_semaphore_limit();
    return fail(36);
  }
  memcpy(own, name, length + 1);
  if (flags & 0100) {
    __builtin_va_list more;
    __builtin_va_start(more, flags);
    (void)__builtin_va_arg(more, int);
    value = (int)__builtin_va_arg(more, unsigned);
    __builtin_va_end(more);
    /* Whether there is one already. */
    if (!(flags & 0200))
      value = __semaphore_value(value);
  }
  __VERIFIER_atomic_begin();
  at = find(own);
  if (at >= 0)
    error = (flags & 0300) == 0300 ? 17 : 0;
  else if (!(flags & 0100))
    error = 2;
  else if (count == 16)
    __raceproof_semaphore_limit();
  else {
    at = count++;
    memcpy(semaphores[at].name, own, 32);
    __raceproof_sem_init(semaphores[at].semaphore, value);
  }
  if (!error)
    found = semaphores[at].semaphore;
  __VERIFIER_atomic_end();
  return error ? fail(error) : found;
}

int sem_close(long *semaphore) { return 0; }

int sem_unlink(const char *name) {
  char own[32];
  int at;
  size_t length = strlen(name);
  if (length > 31) {
    __raceproof_semaphore_limit();
    return -1;
  }
  memcpy(own, name, length + 1);
  __VERIFIER_atomic_begin();
  at = find(own);
  if (at >= 0)
    semaphores[at].name[0] = 0;
  __VERIFIER_atomic_end();
  if (at >= 0)
    return 0;
  fail(2);
  return -1;
}
