/* Any thread may run a task; its number is printed and kept, and decides nothing. */
#include <omp.h>
#include <stdio.h>

int who[4];

int main(void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp task
  {
    who[i] = omp_get_thread_num();
    printf("task %d by %d\n", i, who[i]);
  }
  return 0;
}
