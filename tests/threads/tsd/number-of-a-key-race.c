// Which number a key gets depends on who makes one first.
#include <pthread.h>

int x;

void *first(void *arg) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  if (key == 2)
    x++; //~ RACE
  return arg;
}

void *second(void *arg) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  if (key == 1)
    x++; //~ RACE
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
