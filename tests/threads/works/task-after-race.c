// The section may be done by the second thread, and then nothing orders it before the task of the first.
#include <omp.h>
int x, y;
int main(void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp sections nowait
    {
#pragma omp section
      x = 1; //~ RACE
    }
#pragma omp master
    {
#pragma omp task
      y = x; //~ RACE
    }
  }
  return 0;
}
