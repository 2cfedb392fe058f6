/* clearenv removes what was given and what was set. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  setenv("ONE", "1", 1);
  printf("%s\n", getenv("ONE"));
  printf("%d\n", clearenv());
  printf("%d %d\n", getenv("ONE") == 0, getenv("PATH") == 0);
  setenv("TWO", "2", 0);
  printf("%s\n", getenv("TWO"));
  errno = 0;
  printf("%d", unsetenv("A=B"));
  printf(" %d\n", errno == EINVAL);
  return 0;
}
