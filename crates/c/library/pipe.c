/* Pipes between threads of the program. It comes with every program that makes one. What was written and nobody has read is kept here, and the semaphore can be taken while there is something to read, or nobody writes any more. What goes through one is copied outside of the atomic blocks, so that accesses of the program are not in them. Weak, so that a program may define them itself. */

typedef __typeof__(sizeof(0)) size_t;

extern long __read(int, void *, size_t);
extern long __write(int, const void *, size_t);
extern int __close(int);
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern int __channel(int, int);
extern void __channel_limit(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raceproof_sem_wait(void *);
void __raceproof_sem_post(void *);

struct channel {
  int readable; /* the semaphore */
  int count;
  int ended;  /* nobody writes any more */
  int broken; /* nobody reads any more */
  char bytes[496];
};

static struct channel channels[32];

__attribute__((weak)) long write(int number, const void *from, size_t length) {
  char copy[496];
  struct channel *channel;
  int is_first, at = __channel(number, 1);
  if (at < 0 || at > 31)
    return __write(number, from, length);
  if (!length)
    return 0;
  if (length > 496) {
    __channel_limit();
    return -1;
  }
  memcpy(copy, from, length);
  channel = &channels[at];
  __VERIFIER_atomic_begin();
  if (channel->broken || channel->count + length > 496)
    __channel_limit();
  else {
    is_first = !channel->count && !channel->ended;
    memcpy(channel->bytes + channel->count, copy, length);
    channel->count += (int)length;
    if (is_first)
      __raceproof_sem_post(&channel->readable);
  }
  __VERIFIER_atomic_end();
  return (long)length;
}

__attribute__((weak)) long read(int number, void *to, size_t length) {
  char copy[496];
  struct channel *channel;
  size_t taken;
  int at = __channel(number, 0);
  if (at < 0 || at > 31)
    return __read(number, to, length);
  if (!length)
    return 0;
  channel = &channels[at];
  __raceproof_sem_wait(&channel->readable);
  __VERIFIER_atomic_begin();
  taken = length < (size_t)channel->count ? length : (size_t)channel->count;
  memcpy(copy, channel->bytes, taken);
  memmove(channel->bytes, channel->bytes + taken, channel->count - taken);
  channel->count -= (int)taken;
  if (channel->count || channel->ended)
    __raceproof_sem_post(&channel->readable);
  __VERIFIER_atomic_end();
  memcpy(to, copy, taken);
  return (long)taken;
}

__attribute__((weak)) int close(int number) {
  int writes = __channel(number, 1), reads = __channel(number, 0);
  __VERIFIER_atomic_begin();
  if (writes >= 0 && writes < 32 && !channels[writes].ended) {
    channels[writes].ended = 1;
    if (!channels[writes].count)
      __raceproof_sem_post(&channels[writes].readable);
  }
  if (reads >= 0 && reads < 32)
    channels[reads].broken = 1;
  __VERIFIER_atomic_end();
  return __close(number);
}
