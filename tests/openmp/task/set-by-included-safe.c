/* What a task sets holds for the regions that it makes. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_max_active_levels(4);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
  {
    omp_set_num_threads(1);
#pragma omp task
    omp_set_num_threads(2);
#pragma omp parallel
    x = 1;
  }
  return 0;
}
