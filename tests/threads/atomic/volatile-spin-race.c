// A volatile is no atomic: the loop reads what the others add, and nothing orders the two.
#include <pthread.h>

static unsigned arrived;

static void *run(void *argument)
{
  __sync_add_and_fetch(&arrived, 1); //~ RACE
  while (*(volatile unsigned *)&arrived < 2) //~ RACE
    ;
  return argument;
}

int main(void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], 0, run, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], 0);
  return 0;
}
