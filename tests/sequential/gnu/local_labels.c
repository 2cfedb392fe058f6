/* Labels of a block are those of its last statement too, also where the block is an expression. */
#include <stdio.h>

#define FIND(array, count, value)        \
  ({                                     \
    __label__ found;                     \
    int at = 0;                          \
    for (; at < (count); at++)           \
      if ((array)[at] == (value))        \
        goto found;                      \
    at = -1;                             \
  found:                                 \
    at;                                  \
  })

int old_style(a, b);

int old_style(a, b) int a, b; { return a - b; }

int main(void) {
  int numbers[] = {3, 1, 4, 1, 5};
  int x = 1;
  ({
    __label__ again;
  again:
    x++;
    if (x != 3)
      goto again;
  });
  {
    __label__ again;
    int tries = 0;
  again:
    if (tries++ < 4)
      goto again;
    printf("%d\n", tries);
  }
  printf("%d %d %d %d\n", x, FIND(numbers, 5, 4), FIND(numbers, 5, 9), old_style(5, 3));
  return 0;
}
