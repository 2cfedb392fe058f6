/* Beside accesses that are only assumed, one of the program races. */
#include <pthread.h>
int change(int *p);
int x, y;
static void *f(void *a) { change(&x); y = 1; return a; } //~ RACE
static void *g(void *a) { change(&x); y = 2; return a; } //~ RACE
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
