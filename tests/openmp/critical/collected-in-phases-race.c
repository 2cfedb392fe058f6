// Between the phases the sum is what the first thread has, which is 3 if it does both iterations.
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
    for (int i = 0; i < 2 * omp_get_thread_num(); i++) {
#pragma omp barrier
      if (i == 0 && sum == 3)
        result = 1; //~ RACE
    }
#pragma omp critical
    sum += local;
    for (int i = 2 * omp_get_thread_num(); i < 2; i++) {
#pragma omp barrier
      if (i == 0 && sum == 3)
        result = 2; //~ RACE
    }
  }
  return result;
}
