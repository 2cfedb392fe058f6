/* What is set before a region holds for the next one. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_num_threads(1);
#pragma omp parallel num_threads(2)
  omp_set_num_threads(4);
#pragma omp parallel
  x = 1;
  return 0;
}
