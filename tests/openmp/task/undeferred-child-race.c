/* The end of an inner region does not wait for what an undeferred task outside of it has made. */
#include <omp.h>

int x, y;

int main(void)
{
  omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if(0)
    {
#pragma omp task
      x = 1; //~ RACE
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      y = 1;
    }
    x = 2; //~ RACE
  }
  return 0;
}
