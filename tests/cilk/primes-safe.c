/* A task for each of 25 numbers; primes are counted under a lock. */
#include <assert.h>
#include <cilk/cilk.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int is_prime(int n) {
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0) return 0;
  return n > 1;
}
int main(void) {
  cilk_for (int n = 1; n <= 25; n++) {
    if (is_prime(n)) {
      pthread_mutex_lock(&m);
      count++;
      pthread_mutex_unlock(&m);
    }
  }
  assert(count == 9);
  return 0;
}
