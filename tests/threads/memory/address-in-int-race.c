// Half of an address in an int leads anywhere: what comes after it is not known, and it is no null pointer.
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *run(void *argument)
{
  count++; //~ RACE
  return argument;
}

int main(void)
{
  pthread_t thread;
  unsigned half = (unsigned)(unsigned long)malloc(8);
  int *block = (int *)(unsigned long)half;
  if (!block)
    return 1;
  *block = 1;
  pthread_create(&thread, 0, run, 0);
  count++; //~ RACE
  return pthread_join(thread, 0);
}
