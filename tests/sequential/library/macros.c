/* Macros of headers that call functions of the library. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>

int main(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(1, &set);
  CPU_SET(9, &set);
  CPU_SET(1023, &set);
  printf("%d\n", CPU_COUNT(&set));
  dev_t number = makedev(0x12345678u, 0x9abcdef0u);
  printf("%llx %x %x\n", (unsigned long long)number, major(number), minor(number));
  union {
    char bytes[64];
    struct cmsghdr first;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_control = control.bytes, .msg_controllen = CMSG_SPACE(4) + CMSG_SPACE(1)};
  struct cmsghdr *one = CMSG_FIRSTHDR(&message);
  one->cmsg_len = CMSG_LEN(4);
  struct cmsghdr *two = CMSG_NXTHDR(&message, one);
  printf("%d\n", (int)((char *)two - control.bytes));
  two->cmsg_len = CMSG_LEN(1);
  printf("%d\n", CMSG_NXTHDR(&message, two) == 0);
  two->cmsg_len = 100;
  printf("%d\n", CMSG_NXTHDR(&message, one) == 0);
  return 0;
}
