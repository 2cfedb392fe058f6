// Which element the first section writes depends on who does it: the second thread's is the one that the other section reads.
#include <omp.h>
int a[3];
int main(void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    a[omp_get_thread_num()] = 1; //~ RACE
#pragma omp section
    (void)*(volatile int *)&a[1]; //~ RACE
  }
  return 0;
}
