// Atomic updates whose results are not used make 320 in any order, and then two threads store.
#include <pthread.h>

#define THREADS 8

int result;
_Atomic int count;

void *add(void *argument)
{
  for (int i = 0; i < 40; i++) {
    count++;
  }
  return argument;
}

void *store(void *argument)
{
  result = 1; //~ RACE
  return argument;
}

int main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  if (count == 320) {
    pthread_create(&threads[0], 0, store, 0);
    result = 2; //~ RACE
    pthread_join(threads[0], 0);
  }
  return result;
}
