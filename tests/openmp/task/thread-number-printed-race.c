/* Two tasks keep the numbers of their threads in one place. */
#include <stdio.h>

int who;

int main(void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp task
  {
    who = i; //~ RACE
    printf("task %d\n", i);
  }
  return 0;
}
