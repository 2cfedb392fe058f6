/* The same with the free after the sync. */
#include <cilk/cilk.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int *p, int n) {
  pthread_mutex_lock(&lock);
  *p = n;
  pthread_mutex_unlock(&lock);
}
int main(void) {
  int *p = malloc(sizeof *p);
  cilk_spawn set(p, 1);
  set(p, 2);
  cilk_sync;
  free(p);
  return 0;
}
