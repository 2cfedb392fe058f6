/* A parallel loop marks the primes; they are counted when it is over. */
#include <assert.h>
#include <cilk/cilk.h>
enum { N = 25 };
static int is_prime(int n) {
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0) return 0;
  return n > 1;
}
int main(void) {
  char prime[N + 1] = {0};
  int count = 0;
  cilk_for (int n = 1; n <= N; n++) prime[n] = is_prime(n);
  for (int n = 1; n <= N; n++) count += prime[n];
  assert(count == 9);
  return 0;
}
