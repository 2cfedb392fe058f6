// What the comparison returns decides in which order qsort leaves the elements.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int order, x;

void *set(void *arg) {
  pthread_mutex_lock(&m);
  order = *(int *)arg;
  pthread_mutex_unlock(&m);
  return NULL;
}

int compare(const void *a, const void *b) {
  (void)a;
  (void)b;
  pthread_mutex_lock(&m);
  int result = order;
  pthread_mutex_unlock(&m);
  return result;
}

void *sort(void *arg) {
  int pair[2] = {1, 2};
  qsort(pair, 2, sizeof pair[0], compare);
  if (pair[0] == 2)
    x++; //~ RACE
  return arg;
}

void *other(void *arg) {
  x = 5; //~ RACE
  return arg;
}

int main(void) {
  pthread_t t[4];
  int up = 1, down = 0;
  pthread_create(&t[0], NULL, set, &up);
  pthread_create(&t[1], NULL, set, &down);
  pthread_create(&t[2], NULL, sort, NULL);
  pthread_create(&t[3], NULL, other, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  return 0;
}
