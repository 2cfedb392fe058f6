// The sum is at most 2.
#include <omp.h>

int result;

int main(void)
{
  int sum = 0;
#pragma omp parallel for num_threads(2) schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 2; i++)
    sum += omp_get_thread_num();
  if (sum == 3) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
