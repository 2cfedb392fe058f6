/* Functions that nobody defines get a shared number through pointers to something constant: they only read it. */
#include <pthread.h>
int look(const int *p);
int see(const int *p);
int x;
static void *f(void *a) { look(&x); return a; }
static void *g(void *a) { see(&x); return a; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
