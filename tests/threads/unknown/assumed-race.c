/* Functions that nobody defines get a shared number: one may write it. That it does is not known, so it is no race. */
#include <pthread.h>
int look(const int *p);
int change(int *p);
int x;
static void *f(void *a) { look(&x); return a; } //~ RACE
static void *g(void *a) { change(&x); return a; } //~ RACE
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
