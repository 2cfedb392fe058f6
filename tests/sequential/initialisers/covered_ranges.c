/* Ranges whose values are computed, and covered in part by later ones. */
#include <stdio.h>

static int calls;

static int next(void) { return ++calls; }

static void show(const char *name, const int *a, int n) {
  printf("%s", name);
  for (int i = 0; i < n; i++)
    printf(" %d", a[i]);
  puts("");
}

int main(void) {
  int x = 40;
  int first[12] = {[1 ... 5] = 9, [6 ... 10] = x, [4 ... 7] = x + 1};
  int middle[8] = {[0 ... 7] = x + 2, [3 ... 4] = 1};
  int all[4] = {[0 ... 3] = x + 3, [0] = 5, [1] = x + 4, [2 ... 3] = x};
  int twice[6] = {[0 ... 5] = x, [0 ... 2] = x + 1, [0 ... 1] = x + 2};
  int once[5] = {[0 ... 4] = next()};
  show("first", first, 12), show("middle", middle, 8), show("all", all, 4), show("twice", twice, 6);
  show("once", once, 5);
  return calls;
}
