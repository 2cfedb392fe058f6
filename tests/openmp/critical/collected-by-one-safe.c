// Only the first thread adds what it has, which is at most 3.
#include <omp.h>

int sum, result;

int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int local = 0;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      local += i + 1;
    if (omp_get_thread_num() == 0) {
#pragma omp critical
      sum += local;
    }
  }
  if (sum == 4) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
