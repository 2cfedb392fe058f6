/* Three tasks add the parts of two vectors; their sums are added when all are known. */
#include <assert.h>
#include <cilk/cilk.h>
enum { N = 30 };
static int a[N], b[N], c[N];
static int add(int from, int to) {
  int sum = 0;
  for (int i = from; i < to; i++) {
    c[i] = a[i] + b[i];
    sum += c[i];
  }
  return sum;
}
int main(void) {
  for (int i = 0; i < N; i++) a[i] = 1, b[i] = 2;
  int f = cilk_spawn add(0, 10);
  int g = cilk_spawn add(10, 20);
  int h = cilk_spawn add(20, 30);
  cilk_sync;
  assert(f + g + h == 90);
  return 0;
}
