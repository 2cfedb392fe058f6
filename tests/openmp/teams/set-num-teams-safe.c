/* How many teams there are to be is set once for all threads. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_num_teams(3);
#pragma omp parallel num_threads(2)
  if (omp_get_max_teams() != 3)
    x++;
  return 0;
}
