// Where the second thread does both iterations the sum is 2, and then iterations store to one variable.
#include <omp.h>

int result;

int main(void)
{
  int sum = 0;
#pragma omp parallel for num_threads(2) schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 2; i++)
    sum += omp_get_thread_num();
  if (sum == 2) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i; //~ RACE
  }
  return result;
}
