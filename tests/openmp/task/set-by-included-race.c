/* What an included task sets is over with it. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_max_active_levels(4);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
  {
#pragma omp task
    omp_set_num_threads(1);
#pragma omp parallel
    x = 1; //~ RACE
  }
  return 0;
}
