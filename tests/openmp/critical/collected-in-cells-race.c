// Each thread has a sum of its own, and that of the first is 3 if it does both iterations.
#include <omp.h>

int sums[2], result;

int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int local = 0;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      local += i + 1;
#pragma omp critical
    sums[omp_get_thread_num()] += local;
  }
  if (sums[0] == 3) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i; //~ RACE
  }
  return result;
}
