// What the comparison returns decides which elements bsearch looks at: the first one only if the lower key was stored last.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int table[3] = {1, 2, 3};
int key = 3;

void *low(void *arg) {
  pthread_mutex_lock(&m);
  key = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

void *high(void *arg) {
  pthread_mutex_lock(&m);
  key = 3;
  pthread_mutex_unlock(&m);
  return arg;
}

void *change(void *arg) {
  table[0] = 0; //~ RACE
  return arg;
}

int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b; //~ RACE
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, low, NULL);
  pthread_create(&b, NULL, high, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_create(&c, NULL, change, NULL);
  bsearch(&key, table, 3, sizeof table[0], compare);
  pthread_join(c, NULL);
  return 0;
}
