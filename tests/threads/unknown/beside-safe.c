/* Functions that nobody defines get numbers of their own. */
#include <pthread.h>
int change(int *p);
int x, y;
static void *f(void *a) { change(&x); x = 1; return a; }
static void *g(void *a) { change(&y); y = 2; return a; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
