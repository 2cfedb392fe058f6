/* Three tasks fill one array, two of them overlap. */
#include <cilk/cilk.h>
static int a[9];
static void fill(int from, int to) { for (int i = from; i < to; i++) a[i] = i; }
int main(void) {
  cilk_spawn fill(0, 3);
  cilk_spawn fill(2, 6);
  cilk_spawn fill(6, 9);
  cilk_sync;
  return a[8] - 8;
}
