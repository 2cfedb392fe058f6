/* Functions that only macros of the system's headers call: CPU_COUNT, major, minor, makedev, CMSG_NXTHDR. */

typedef __typeof__(sizeof(0)) size_t;

struct cpu_set;

__attribute__((weak)) int __sched_cpucount(size_t size, const struct cpu_set *set) {
  const unsigned char *byte = (const unsigned char *)set;
  int count = 0;
  for (size_t i = 0; i < size; i++)
    for (unsigned char bits = byte[i]; bits; bits &= bits - 1)
      count++;
  return count;
}

__attribute__((weak)) unsigned gnu_dev_major(unsigned long long number) {
  return ((number >> 8) & 0xfff) | ((number >> 32) & 0xfffff000u);
}

__attribute__((weak)) unsigned gnu_dev_minor(unsigned long long number) {
  return (number & 0xff) | ((number >> 12) & 0xffffff00u);
}

__attribute__((weak)) unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) {
  unsigned long long number = (unsigned long long)(major & 0xfff) << 8 | (minor & 0xff);
  return number | (unsigned long long)(major & 0xfffff000u) << 32 | (unsigned long long)(minor & 0xffffff00u) << 12;
}

struct msghdr {
  void *name;
  unsigned name_length;
  void *vector;
  size_t count;
  void *control;
  size_t control_length;
  int flags;
};

struct cmsghdr {
  size_t length;
  int level;
  int type;
};

/* A header is at a multiple of a word. One that is not there as a whole is none. */
__attribute__((weak)) struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header) {
  if (header->length < sizeof(struct cmsghdr))
    return 0;
  size_t word = sizeof(size_t), offset = (char *)header - (char *)message->control;
  size_t next = offset + (header->length + word - 1) / word * word;
  if (message->control_length < sizeof(struct cmsghdr) || next > message->control_length - sizeof(struct cmsghdr))
    return 0;
  return (struct cmsghdr *)((char *)message->control + next);
}
