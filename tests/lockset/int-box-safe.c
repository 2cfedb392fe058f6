//~ lockset: 230 states, 3 executions; dpor: 28 states, 4 executions
/* Boxes are protected by the lock of the variable that refers to them, and one thread swaps the variables. */
#include <assert.h>
#include <pthread.h>
struct box { int x; };
static struct box one, two, *a = &one, *b = &two;
static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
static void *count_a(void *unused) {
  pthread_mutex_lock(&ma);
  a->x++;
  pthread_mutex_unlock(&ma);
  return unused;
}
static void *swap(void *unused) {
  pthread_mutex_lock(&ma);
  pthread_mutex_lock(&mb);
  struct box *c = a;
  a = b;
  b = c;
  pthread_mutex_unlock(&ma);
  pthread_mutex_unlock(&mb);
  return unused;
}
static void *count_b(void *unused) {
  pthread_mutex_lock(&mb);
  b->x++;
  pthread_mutex_unlock(&mb);
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, count_a, 0);
  pthread_create(&t[1], 0, swap, 0);
  pthread_create(&t[2], 0, count_b, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(one.x + two.x == 2);
  return 0;
}
