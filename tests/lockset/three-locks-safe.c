//~ lockset: 397 states, 1 executions; dpor: 60 states, 6 executions
/* Three threads, three locks: any two threads have a lock in common, and no lock is common to all. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static const int first[3] = {0, 1, 0}, second[3] = {1, 2, 2};
static int x;
static void *run(void *argument) {
  int i = *(int *)argument;
  pthread_mutex_lock(&m[first[i]]);
  pthread_mutex_lock(&m[second[i]]);
  x++;
  pthread_mutex_unlock(&m[second[i]]);
  pthread_mutex_unlock(&m[first[i]]);
  return 0;
}
int main(void) {
  static int number[3] = {0, 1, 2};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, &number[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(x == 3);
  return 0;
}
