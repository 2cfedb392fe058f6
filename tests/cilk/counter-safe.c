/* Ten tasks count under a lock. */
#include <assert.h>
#include <cilk/cilk.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void count(void) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
}
int main(void) {
  for (int i = 0; i < 10; i++) cilk_spawn count();
  cilk_sync;
  assert(counter == 10);
  return 0;
}
