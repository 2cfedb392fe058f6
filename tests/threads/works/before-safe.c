// Whoever does the second section, the barrier orders it after what the second thread did before.
#include <omp.h>
int x;
int main(void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      x = 1;
#pragma omp barrier
#pragma omp sections
    {
#pragma omp section
      ;
#pragma omp section
      x = 2;
    }
  }
  return 0;
}
