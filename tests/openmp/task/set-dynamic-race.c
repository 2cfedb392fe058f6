/* A task has what was set where it was made. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_dynamic(1);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    if (omp_get_dynamic())
      x++; //~ RACE
    x++; //~ RACE
  }
  return 0;
}
