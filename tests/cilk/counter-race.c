/* Ten tasks count under a lock; the counter is read without it before they have ended. */
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
  int early = counter;
  cilk_sync;
  assert(counter == 10);
  return early > 10;
}
