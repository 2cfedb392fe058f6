/* What a thread sets in a region is over with the region. */
#include <omp.h>

int x;

int main(void)
{
#pragma omp parallel num_threads(2)
  omp_set_num_threads(1);
#pragma omp parallel
  x = 1; //~ RACE
  return 0;
}
