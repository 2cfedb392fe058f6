/* A task has what was set where it was made, and what another one sets is its own. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    omp_set_dynamic(1);
#pragma omp task
    if (omp_get_dynamic())
      x++;
    x++;
  }
  return 0;
}
