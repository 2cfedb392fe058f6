/* Pipes, pairs of sockets and events between threads of the program. It comes with every program that makes one. What was written and nobody has read is kept here, and the semaphore can be taken while there is something to read, or nobody writes any more. What goes through one is copied outside of the atomic blocks, so that accesses of the program are not in them. Weak, so that a program may define them itself. */

typedef __typeof__(sizeof(0)) size_t;
typedef unsigned long long wide;

extern long __read(int, void *, size_t);
extern long __write(int, const void *, size_t);
extern long __readv(int, const void *, int);
extern long __writev(int, const void *, int);
extern long __recv(int, void *, size_t, int);
extern long __send(int, const void *, size_t, int);
extern int __shutdown(int, int);
extern int __close(int);
extern int __dup(int);
extern int __dup2(int, int);
extern int __fcntl(int, int, ...);
extern int __pipe2(int *, int);
extern int __socketpair(int, int, int, int *);
extern int __eventfd(unsigned, int);
extern int __poll(void *, unsigned long, int);
extern int __select(int, void *, void *, void *, void *);
extern int __epoll_ctl(int, int, int, void *);
extern int __epoll_wait(int, void *, int, int);
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern int *__errno_location(void);
extern int sched_yield(void);
extern int __channel(int, int);
extern int __channels(int, int *);
extern int __channel_copy(int, int);
extern void __channel_limit(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
extern long __raceproof_thread_self(void);
void __raceproof_sem_wait(void *);
int __raceproof_sem_trywait(void *);
void __raceproof_sem_post(void *);

struct channel {
  int readable; /* the semaphore */
  int count;
  int writers; /* how many copies there are of the descriptor that writes; less than none once all are closed */
  int readers;
  wide number; /* what an event counts */
  char is_event, takes_one, waits_never[2];
  char bytes[496];
};

static struct channel channels[32];
static char closed[256]; /* by descriptor */

/* Those who wait for one of several channels, by thread. */
static struct {
  int semaphore;
  int is_waiting;
} pollers[64];
static int polling;

static void wake(void) {
  if (!polling)
    return;
  polling = 0;
  for (int i = 0; i < 64; i++)
    if (pollers[i].is_waiting) {
      pollers[i].is_waiting = 0;
      __raceproof_sem_post(&pollers[i].semaphore);
    }
}

/* The thread is one of those who wait, at this place. */
static int join(void) {
  unsigned long self = __raceproof_thread_self();
  if (self > 63) {
    __channel_limit();
    return 0;
  }
  polling = pollers[self].is_waiting = 1;
  return (int)self;
}

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static int is_readable(const struct channel *channel) {
  return channel->count || channel->number || channel->writers < 0;
}

static int is_used(int number) {
  return number >= 0 && number < 256 && !closed[number];
}

/* What comes from the channel, as far as there is room for it. */
static long take(int number, int at, char *to, size_t length, int waits_never) {
  struct channel *channel = &channels[at];
  long taken = 0;
  if (waits_never || __atomic_load_n(&channel->waits_never[0], 5)) {
    if (__raceproof_sem_trywait(&channel->readable))
      return fail(11);
  } else
    __raceproof_sem_wait(&channel->readable);
  __VERIFIER_atomic_begin();
  if (!is_used(number))
    __channel_limit();
  if (channel->is_event) {
    wide value = channel->takes_one ? 1 : channel->number;
    channel->number -= value;
    memcpy(to, &value, 8);
    taken = 8;
  } else {
    taken = length < (size_t)channel->count ? (long)length : channel->count;
    memcpy(to, channel->bytes, taken);
    memmove(channel->bytes, channel->bytes + taken, channel->count - taken);
    channel->count -= (int)taken;
  }
  if (is_readable(channel))
    __raceproof_sem_post(&channel->readable);
  __VERIFIER_atomic_end();
  return taken;
}

static long put(int number, int at, const char *from, size_t length) {
  struct channel *channel = &channels[at];
  __VERIFIER_atomic_begin();
  if (!is_used(number) || channel->readers < 0 || channel->writers < 0 || channel->count + length > 496)
    __channel_limit();
  else {
    int was_readable = is_readable(channel);
    if (channel->is_event) {
      wide value;
      memcpy(&value, from, 8);
      if (channel->number + value < value)
        __channel_limit();
      channel->number += value;
    } else {
      memcpy(channel->bytes + channel->count, from, length);
      channel->count += (int)length;
    }
    if (!was_readable && is_readable(channel))
      __raceproof_sem_post(&channel->readable);
    wake();
  }
  __VERIFIER_atomic_end();
  return (long)length;
}

__attribute__((weak)) long write(int number, const void *from, size_t length) {
  char copy[496];
  int at = __channel(number, 1);
  if (at < 0 || at > 31)
    return __write(number, from, length);
  if (channels[at].is_event) {
    if (length < 8)
      return fail(22);
    length = 8;
  }
  if (!length)
    return 0;
  if (length > 496) {
    __channel_limit();
    return -1;
  }
  memcpy(copy, from, length);
  return put(number, at, copy, length);
}

__attribute__((weak)) long read(int number, void *to, size_t length) {
  char copy[496];
  long taken;
  int at = __channel(number, 0);
  if (at < 0 || at > 31)
    return __read(number, to, length);
  if (channels[at].is_event && length < 8)
    return fail(22);
  if (!length)
    return 0;
  taken = take(number, at, copy, length, 0);
  if (taken > 0)
    memcpy(to, copy, taken);
  return taken;
}

struct part {
  void *start;
  size_t length;
};

__attribute__((weak)) long writev(int number, const struct part *parts, int count) {
  char copy[496];
  size_t length = 0;
  int at = __channel(number, 1);
  if (at < 0 || at > 31)
    return __writev(number, parts, count);
  for (int i = 0; i < count; i++) {
    if (length + parts[i].length > 496 || channels[at].is_event) {
      __channel_limit();
      return -1;
    }
    memcpy(copy + length, parts[i].start, parts[i].length);
    length += parts[i].length;
  }
  return length ? put(number, at, copy, length) : 0;
}

__attribute__((weak)) long readv(int number, const struct part *parts, int count) {
  char copy[496];
  size_t length = 0, used = 0;
  long taken;
  int at = __channel(number, 0);
  if (at < 0 || at > 31)
    return __readv(number, parts, count);
  if (channels[at].is_event)
    __channel_limit();
  for (int i = 0; i < count; i++)
    length += parts[i].length;
  if (!length)
    return 0;
  taken = take(number, at, copy, length < 496 ? length : 496, 0);
  for (int i = 0; i < count && taken > (long)used; i++) {
    size_t rest = taken - used, part = parts[i].length < rest ? parts[i].length : rest;
    memcpy(parts[i].start, copy + used, part);
    used += part;
  }
  return taken;
}

__attribute__((weak)) long send(int number, const void *from, size_t length, int flags) {
  int at = __channel(number, 1);
  if (at < 0 || at > 31)
    return __send(number, from, length, flags);
  return __channel(number, 0) < 0 || at == __channel(number, 0) ? fail(88) : write(number, from, length);
}

__attribute__((weak)) long recv(int number, void *to, size_t length, int flags) {
  char copy[496];
  long taken;
  int at = __channel(number, 0);
  if (at < 0 || at > 31)
    return __recv(number, to, length, flags);
  /* MSG_PEEK, MSG_WAITALL and their kin; MSG_NOSIGNAL and MSG_DONTWAIT are known. */
  if (flags & ~0x4040 || at == __channel(number, 1) || __channel(number, 1) < 0)
    __channel_limit();
  if (!length)
    return 0;
  taken = take(number, at, copy, length, flags & 0x40);
  if (taken > 0)
    memcpy(to, copy, taken);
  return taken;
}

/* What sets of `epoll` look at, as far as it is a channel. */
struct event {
  unsigned events;
  wide data;
} __attribute__((packed));

static struct {
  int set, number, is_there;
  struct event event;
} interests[16];

/* One descriptor less that writes to a channel or reads from it. */
static void leave(int reads, int writes) {
  if (writes >= 0 && writes < 32 && !channels[writes].is_event && !channels[writes].writers--) {
    if (!channels[writes].count)
      __raceproof_sem_post(&channels[writes].readable);
    wake();
  }
  if (reads >= 0 && reads < 32)
    channels[reads].readers--;
}

__attribute__((weak)) int close(int number) {
  int reads = __channel(number, 0), writes = __channel(number, 1), was_used;
  if (reads < 0 && writes < 0)
    return __close(number);
  __VERIFIER_atomic_begin();
  was_used = is_used(number);
  if (was_used) {
    closed[number] = 1;
    for (int i = 0; i < 16; i++)
      if (interests[i].number == number)
        interests[i].is_there = 0;
    leave(reads, writes);
  }
  __VERIFIER_atomic_end();
  return was_used ? 0 : fail(9);
}

__attribute__((weak)) int shutdown(int number, int how) {
  int reads = __channel(number, 0), writes = __channel(number, 1);
  if (reads < 0 && writes < 0)
    return __shutdown(number, how);
  if (reads < 0 || writes < 0 || reads == writes)
    return fail(88);
  __VERIFIER_atomic_begin();
  if (!is_used(number) || channels[writes].writers > 0 || channels[reads].readers > 0)
    __channel_limit();
  if (how && channels[writes].writers == 0)
    leave(-1, writes);
  if (how != 1 && channels[reads].readers == 0)
    leave(reads, -1);
  __VERIFIER_atomic_end();
  return 0;
}

static int duplicate(int number, int new) {
  int reads = __channel(number, 0), writes = __channel(number, 1);
  if (reads < 0 && writes < 0)
    return new < 0 ? __dup(number) : __dup2(number, new);
  new = __channel_copy(number, new);
  __VERIFIER_atomic_begin();
  /* What is printed would go there, or what is read from standard input come from there. */
  if (new < 3 || new > 255 || !is_used(number))
    __channel_limit();
  if (reads >= 0)
    channels[reads].readers++;
  if (writes >= 0)
    channels[writes].writers++;
  __VERIFIER_atomic_end();
  return new;
}

__attribute__((weak)) int dup(int number) { return duplicate(number, -1); }

__attribute__((weak)) int dup2(int number, int new) { return new < 0 ? fail(9) : duplicate(number, new); }

__attribute__((weak)) int fcntl(int number, int command, ...) {
  int reads = __channel(number, 0), writes = __channel(number, 1);
  __builtin_va_list more;
  void *value = 0;
  __builtin_va_start(more, command);
  switch (command) {
  case 1: /* those that ask: F_GETFD, F_GETFL, … */
  case 3:
  case 9:
  case 11:
  case 1025:
  case 1032:
  case 1034:
    break;
  case 0: /* numbers: F_DUPFD, F_SETFD, F_SETFL, F_DUPFD_CLOEXEC, … */
  case 2:
  case 4:
  case 1030:
    value = (void *)(long)__builtin_va_arg(more, int);
    break;
  default:
    value = __builtin_va_arg(more, void *);
  }
  __builtin_va_end(more);
  if (reads < 0 && writes < 0)
    return __fcntl(number, command, value);
  switch (command) {
  case 0:
  case 1030:
    return dup(number);
  case 1:
  case 2:
    return 0;
  case 3:
    return (reads < 0 ? 1 : writes < 0 ? 0 : 2) |
           (__atomic_load_n(&channels[reads < 0 ? writes : reads].waits_never[reads < 0], 5) ? 2048 : 0);
  case 4:
    if (reads >= 0)
      __atomic_store_n(&channels[reads].waits_never[0], ((long)value & 2048) != 0, 5);
    if (writes >= 0)
      __atomic_store_n(&channels[writes].waits_never[1], ((long)value & 2048) != 0, 5);
    return 0;
  }
  __channel_limit();
  return -1;
}

static void set_flags(int number, int flags) {
  if (flags & 2048 && (__channel(number, 0) >= 0 || __channel(number, 1) >= 0))
    fcntl(number, 4, 2048);
}

__attribute__((weak)) int pipe2(int *numbers, int flags) {
  int own[2];
  if (__channels(0, own))
    return __pipe2(numbers, flags);
  set_flags(own[0], flags);
  set_flags(own[1], flags);
  memcpy(numbers, own, 8);
  return 0;
}

__attribute__((weak)) int pipe(int *numbers) { return pipe2(numbers, 0); }

__attribute__((weak)) int socketpair(int domain, int type, int protocol, int *numbers) {
  int own[2];
  /* AF_UNIX and SOCK_STREAM: others keep messages apart */
  if (domain != 1 || (type & 15) != 1 || __channels(1, own))
    return __socketpair(domain, type, protocol, numbers);
  set_flags(own[0], type);
  set_flags(own[1], type);
  memcpy(numbers, own, 8);
  return 0;
}

__attribute__((weak)) int eventfd(unsigned value, int flags) {
  int number, at;
  if (__channels(2, &number))
    return __eventfd(value, flags);
  at = __channel(number, 0);
  channels[at].is_event = 1;
  channels[at].takes_one = flags & 1;
  channels[at].number = value;
  if (value)
    __raceproof_sem_post(&channels[at].readable);
  set_flags(number, flags);
  return number;
}

__attribute__((weak)) int eventfd_read(int number, wide *value) { return read(number, value, 8) == 8 ? 0 : -1; }

__attribute__((weak)) int eventfd_write(int number, wide value) { return write(number, &value, 8) == 8 ? 0 : -1; }

/* Waiting for several descriptors. Those that are no channels are asked once, at the beginning. */

struct polled {
  int number;
  short events, found;
};

struct watched {
  int reads, writes, events, found;
};

static struct watched watch(int number, int events) {
  struct watched watched = {__channel(number, 0), __channel(number, 1), events, 0};
  return watched;
}

static int is_channel(const struct watched *watched) { return watched->reads >= 0 || watched->writes >= 0; }

/* What is so now, in the numbers of POLLIN and its kin. */
static int state(const struct watched *watched) {
  int found = 0;
  if (watched->reads >= 0) {
    const struct channel *channel = &channels[watched->reads];
    if (channel->count || channel->number || (channel->writers < 0 && watched->writes >= 0))
      found |= watched->events & 0x41;
    if (channel->writers < 0)
      found |= 0x10;
  }
  if (watched->writes >= 0)
    found |= channels[watched->writes].readers < 0 ? 8 : watched->events & 0x104;
  return found;
}

/* How many are ready, at once if there are already some. */
static int await(struct watched *all, int count, int others, int waits, int yields) {
  for (;;) {
    int ready = others, place = 0;
    if (yields)
      sched_yield();
    __VERIFIER_atomic_begin();
    for (int i = 0; i < count; i++)
      if (is_channel(&all[i])) {
        all[i].found = state(&all[i]);
        ready += all[i].found != 0;
      }
    if (!ready && waits)
      place = join();
    __VERIFIER_atomic_end();
    if (ready || !waits)
      return ready;
    __raceproof_sem_wait(&pollers[place].semaphore);
  }
}

__attribute__((weak)) int poll(struct polled *entries, unsigned long count, int timeout) {
  struct watched all[32];
  struct polled others[32];
  int channel_count = 0, ready = 0;
  for (unsigned long i = 0; i < count; i++) {
    int number = entries[i].number;
    if (number < 0 || (__channel(number, 0) < 0 && __channel(number, 1) < 0))
      continue;
    channel_count++;
  }
  if (!channel_count)
    return __poll(entries, count, timeout);
  if (count > 32) {
    __channel_limit();
    return -1;
  }
  for (unsigned long i = 0; i < count; i++) {
    others[i] = entries[i];
    others[i].found = 0;
    all[i] = watch(others[i].number, others[i].events);
    if (is_channel(&all[i]))
      others[i].number = -1;
  }
  if (channel_count < (int)count)
    ready = __poll(others, count, 0);
  if (ready < 0)
    return ready;
  ready = await(all, (int)count, ready, timeout < 0, timeout > 0);
  for (unsigned long i = 0; i < count; i++)
    entries[i].found = is_channel(&all[i]) ? (short)all[i].found : others[i].found;
  return ready;
}

__attribute__((weak)) int ppoll(struct polled *entries, unsigned long count, const long *timeout, const void *mask) {
  return poll(entries, count, timeout ? timeout[0] || timeout[1] : -1);
}

static int has(const unsigned char *set, int number) { return set[number / 8] >> number % 8 & 1; }

__attribute__((weak)) int select(int count, void *reading, void *writing, void *failing, long *timeout) {
  static const int asked[3] = {1, 4, 0};
  unsigned char sets[3][128] = {0};
  void *given[3] = {reading, writing, failing};
  struct watched all[32];
  int numbers[32], channel_count = 0, other_count = 0, ready = 0, bytes = (count + 63) / 64 * 8;
  if (count < 0 || count > 1024)
    return __select(count, reading, writing, failing, timeout);
  for (int s = 0; s < 3; s++)
    if (given[s])
      memcpy(sets[s], given[s], bytes);
  for (int number = 0; number < count; number++) {
    int events = 0;
    if (!has(sets[0], number) && !has(sets[1], number) && !has(sets[2], number))
      continue;
    for (int s = 0; s < 3; s++)
      events |= has(sets[s], number) ? asked[s] : 0;
    all[channel_count] = watch(number, events);
    if (!is_channel(&all[channel_count])) {
      other_count++;
      continue;
    }
    numbers[channel_count++] = number;
    if (channel_count == 32) {
      __channel_limit();
      return -1;
    }
    for (int s = 0; s < 3; s++)
      sets[s][number / 8] &= ~(1 << number % 8);
  }
  if (!channel_count)
    return __select(count, reading, writing, failing, timeout);
  if (other_count) {
    long at_once[2] = {0, 0};
    ready = __select(count, sets[0], sets[1], sets[2], at_once);
  }
  if (ready < 0)
    return ready;
  ready = await(all, channel_count, ready, !timeout, timeout && (timeout[0] || timeout[1]));
  for (int i = 0; i < channel_count; i++) {
    int found = all[i].found;
    if (all[i].events & 1 && found & 0x11)
      sets[0][numbers[i] / 8] |= 1 << numbers[i] % 8;
    if (all[i].events & 4 && found & 0xc)
      sets[1][numbers[i] / 8] |= 1 << numbers[i] % 8;
  }
  for (int s = 0; s < 3; s++)
    if (given[s])
      memcpy(given[s], sets[s], bytes);
  if (timeout)
    timeout[0] = timeout[1] = 0;
  return ready;
}

__attribute__((weak)) int epoll_ctl(int set, int operation, int number, struct event *event) {
  struct event own = {0, 0};
  int at = -1, result = 0;
  if (__channel(number, 0) < 0 && __channel(number, 1) < 0)
    return __epoll_ctl(set, operation, number, event);
  if (operation != 2)
    own = *event;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < 16; i++)
    if (interests[i].is_there && interests[i].set == set && interests[i].number == number)
      at = i;
  if (operation == 1 ? at >= 0 : at < 0)
    result = operation == 1 ? 17 : 2;
  else {
    for (int i = 0; at < 0 && i < 16; i++)
      if (!interests[i].is_there)
        at = i;
    /* EPOLLET, EPOLLONESHOT and their kin */
    if (at < 0 || own.events & ~0x1f5du)
      __channel_limit();
    interests[at].set = set;
    interests[at].number = number;
    interests[at].is_there = operation != 2;
    interests[at].event = own;
    wake();
  }
  __VERIFIER_atomic_end();
  return result ? fail(result) : 0;
}

__attribute__((weak)) int epoll_wait(int set, struct event *events, int most, int timeout) {
  for (;;) {
    struct watched all[16];
    struct event own[16];
    int count = 0, ready = 0, place = 0;
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 16; i++)
      if (interests[i].is_there && interests[i].set == set) {
        own[count] = interests[i].event;
        all[count] = watch(interests[i].number, own[count].events);
        count++;
      }
    __VERIFIER_atomic_end();
    if (!count)
      return __epoll_wait(set, events, most, timeout);
    ready = __epoll_wait(set, events, most, 0);
    if (ready)
      return ready;
    if (timeout > 0)
      sched_yield();
    __VERIFIER_atomic_begin();
    for (int i = 0; i < count; i++) {
      all[i].found = state(&all[i]);
      ready += all[i].found != 0;
    }
    if (!ready && timeout < 0)
      place = join();
    __VERIFIER_atomic_end();
    if (!ready && timeout < 0) {
      __raceproof_sem_wait(&pollers[place].semaphore);
      continue;
    }
    ready = 0;
    for (int i = 0; i < count && ready < most; i++)
      if (all[i].found) {
        events[ready].events = all[i].found;
        events[ready++].data = own[i].data;
      }
    return ready;
  }
}
