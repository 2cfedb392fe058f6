// Two keys never have the same number.
#include <pthread.h>

int x;

void *first(void *arg) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  if (key == 1)
    x++;
  return arg;
}

void *second(void *arg) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  if (key == 1)
    x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
