/* A parallel loop over eleven numbers counts the primes in a reducer. */
#include <assert.h>
#include <cilk/cilk.h>
static void zero(void *view) { *(int *)view = 0; }
static void plus(void *left, void *right) { *(int *)left += *(int *)right; }
static int is_prime(int n) {
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0) return 0;
  return n > 1;
}
int main(void) {
  int cilk_reducer(zero, plus) count = 0;
  cilk_for (int n = 2; n < 13; n++)
    if (is_prime(n)) count++;
  assert(count == 5);
  return 0;
}
