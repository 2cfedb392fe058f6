// Whichever thread adds first, the total is 480, so there is no second thread.
#include <pthread.h>

#define THREADS 8

int count, result;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *add(void *argument)
{
  for (int i = 0; i < 40; i++) {
    pthread_mutex_lock(&mutex);
    count += i & 3;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

void *store(void *argument)
{
  result = 1;
  return argument;
}

int main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  if (count == 481) {
    pthread_create(&threads[0], 0, store, 0);
    result = 2;
    pthread_join(threads[0], 0);
  }
  return result;
}
