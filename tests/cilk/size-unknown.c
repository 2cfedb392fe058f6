/* How much is allocated is up to the order in which the lock was taken, and one order is too little. */
#include <cilk/cilk.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n = 1;
static void twice(void) {
  pthread_mutex_lock(&lock);
  n = n * 2;
  pthread_mutex_unlock(&lock);
}
int main(void) {
  cilk_spawn twice();
  pthread_mutex_lock(&lock);
  n = n + 1;
  pthread_mutex_unlock(&lock);
  cilk_sync;
  char *p = malloc(n);
  p[2] = 1;
  p[3] = 0;
  return 0;
}
