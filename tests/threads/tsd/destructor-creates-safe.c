// The end of the thread calls the destructor, which creates two threads if one store came last; one is joined before the other starts.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int v, x;
pthread_key_t key;

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

void destroy(void *value) {
  (void)value;
  both();
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_key_create(&key, destroy);
  pthread_create(&a, NULL, set, &one);
  pthread_create(&b, NULL, set, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (v == 1)
    pthread_setspecific(key, &x);
  pthread_exit(NULL);
}
