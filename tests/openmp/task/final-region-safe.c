/* Tasks in a final task are included. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
  {
#pragma omp task
    x = 1;
    x = 2;
  }
  return 0;
}
