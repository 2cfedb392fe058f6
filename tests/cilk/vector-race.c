/* What spawned calls return is read too early. */
#include <cilk/cilk.h>
static int a[3], total[3];
static int twice(int v) { return 2 * v; }
int main(void) {
  int i = 0, x;
  for (i = 0; i < 3; i++) a[i] = cilk_spawn twice(i);

  cilk_for (int k = 0; k < 3; k++) total[k] = a[k] + 1;
  x = cilk_spawn twice(total[0]);
  cilk_sync;
  return x - 2;
}
