/* An object that nobody defines may hold anything, but not two numbers at a time. */
#include <pthread.h>
extern int limit;
int x;
static void *f(void *a) { if (limit > 5) x = 1; return a; }
static void *g(void *a) { if (limit <= 5) x = 2; return a; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
