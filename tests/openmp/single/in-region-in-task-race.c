/* A region in a task has a team of its own, whose threads all do what they do not share. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      x = 1;
      x = 2; //~ RACE
    }
  }
  return x;
}
