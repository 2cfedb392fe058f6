// The end of main calls the handler of atexit, which creates two threads if one store came last; one is joined before the other starts.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int v, x;

void *set(void *arg) {
  pthread_mutex_lock(&m);
  v = *(int *)arg;
  pthread_mutex_unlock(&m);
  return NULL;
}

void *use(void *arg) {
  x++;
  return arg;
}

void both(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(b, NULL);
}


int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_create(&a, NULL, set, &one);
  pthread_create(&b, NULL, set, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (v == 1)
    atexit(both);
  return 0;
}
