/* Three tasks multiply the parts of a vector; two overlap. */
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
  cilk_spawn multiply(19, 30);
  cilk_sync;
  return 0;
}
