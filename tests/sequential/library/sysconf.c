/* What sysconf says of options and limits that are the same everywhere. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  printf("%ld %ld\n", sysconf(_SC_VERSION), sysconf(_SC_THREADS));
  printf("%ld %ld\n", sysconf(_SC_BARRIERS), sysconf(_SC_MONOTONIC_CLOCK));
  printf("%ld %ld\n", sysconf(_SC_SEM_VALUE_MAX), sysconf(_SC_THREAD_KEYS_MAX));
  printf("%ld %ld\n", sysconf(_SC_PAGESIZE), sysconf(_SC_IOV_MAX));
  errno = 0;
  printf("%ld", sysconf(_SC_THREAD_THREADS_MAX));
  printf(" %d\n", errno);
  printf("%ld", sysconf(-1));
  printf(" %d\n", errno == EINVAL);
  return 0;
}
