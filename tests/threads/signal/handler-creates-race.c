// raise calls the handler, which creates two threads if one store came last; they are not ordered.
#include <pthread.h>
#include <signal.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int v, x;

void *set(void *arg) {
  pthread_mutex_lock(&m);
  v = *(int *)arg;
  pthread_mutex_unlock(&m);
  return NULL;
}

void *use(void *arg) {
  x++; //~ RACE
  return arg;
}

void both(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

void handle(int number) {
  (void)number;
  both();
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  signal(SIGUSR1, handle);
  pthread_create(&a, NULL, set, &one);
  pthread_create(&b, NULL, set, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (v == 1)
    raise(SIGUSR1);
  return 0;
}
