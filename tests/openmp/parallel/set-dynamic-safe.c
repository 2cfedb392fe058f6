/* What threads set in a region is over with it, and the next one has what was set before. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  omp_set_dynamic(1);
#pragma omp parallel num_threads(2)
  if (omp_get_dynamic())
    x++;
  return 0;
}
