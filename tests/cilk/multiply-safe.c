/* Three tasks multiply the parts of a vector. */
#include <assert.h>
#include <cilk/cilk.h>
enum { N = 30 };
static int a[N], factor = 3;
static void multiply(int from, int to) {
  for (int i = from; i < to; i++) a[i] *= factor;
}
int main(void) {
  for (int i = 0; i < N; i++) a[i] = 7;
  cilk_spawn multiply(0, 10);
  cilk_spawn multiply(10, 20);
  cilk_spawn multiply(20, 30);
  cilk_sync;
  assert(a[0] + a[29] == 42);
  return 0;
}
