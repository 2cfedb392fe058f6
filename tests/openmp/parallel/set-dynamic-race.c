/* What is set before a region holds in it, for each of its threads. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_dynamic(1);
#pragma omp parallel num_threads(2)
  if (omp_get_dynamic())
    x++; //~ RACE
  return 0;
}
