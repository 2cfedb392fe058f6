/* Two tasks add the reciprocals of the halves of an array to one sum. */
#include <cilk/cilk.h>
enum { N = 100 };
static double a[N];
static double sum;
static void add(int from, int to) {
  for (int i = from; i < to; i++) sum += 1 / a[i];
}
int main(void) {
  for (int i = 0; i < N; i++) a[i] = i + 1;
  cilk_spawn add(0, N / 2);
  cilk_spawn add(N / 2, N);
  cilk_sync;
  return sum < 5;
}
