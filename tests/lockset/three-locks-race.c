//~ lockset: 472 states, 2 executions; dpor: 32 states, 4 executions
/* Three threads, three locks: two threads have no lock in common. */
#include <pthread.h>
static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static const int first[3] = {0, 1, 2}, second[3] = {1, 2, 2};
static int x;
static void *run(void *argument) {
  int i = *(int *)argument;
  pthread_mutex_lock(&m[first[i]]);
  if (second[i] != first[i]) pthread_mutex_lock(&m[second[i]]);
  x++; //~ RACE
  if (second[i] != first[i]) pthread_mutex_unlock(&m[second[i]]);
  pthread_mutex_unlock(&m[first[i]]);
  return 0;
}
int main(void) {
  static int number[3] = {0, 1, 2};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, &number[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
