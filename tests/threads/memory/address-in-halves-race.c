// Both halves of an address make the address again.
#include <pthread.h>
#include <stdint.h>

static int count;
static uint32_t low, high;

static void *run(void *argument)
{
  int *same = (int *)((uintptr_t)high << 32 | low);
  ++*same; //~ RACE
  return argument;
}

int main(void)
{
  pthread_t thread;
  low = (uint32_t)(uintptr_t)&count;
  high = (uint32_t)((uintptr_t)&count >> 32);
  pthread_create(&thread, 0, run, 0);
  ++count; //~ RACE
  return pthread_join(thread, 0);
}
