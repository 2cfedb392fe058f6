/* A lock does not make it safe to free what another task is going to use. */
#include <cilk/cilk.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int *p) {
  pthread_mutex_lock(&lock);
  *p = 1;
  pthread_mutex_unlock(&lock);
}
int main(void) {
  int *p = malloc(sizeof *p);
  cilk_spawn set(p);
  pthread_mutex_lock(&lock);
  free(p);
  pthread_mutex_unlock(&lock);
  cilk_sync;
  return 0;
}
