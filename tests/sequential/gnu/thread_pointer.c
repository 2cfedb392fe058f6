/* The address of the thread is not null, and the same at every look. */
#include <stdio.h>

int main(void) {
  void *first = __builtin_thread_pointer();
  printf("%d %d\n", first != 0, first == __builtin_thread_pointer());
  return 0;
}
