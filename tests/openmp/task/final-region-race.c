/* The tasks of a region in a final task are not final: its implicit tasks are not. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    x = 1; //~ RACE
    x = 2; //~ RACE
  }
  return 0;
}
