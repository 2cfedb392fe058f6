/* The region of a task is not that of another one whose place it has and whose team had one thread. */
#include <omp.h>

int a[8], warm[140];

int main(void)
{
  omp_set_max_active_levels(3);
#pragma omp parallel
#pragma omp single
  {
    for (int w = 0; w < 140; w++) {
#pragma omp task
      warm[w] = 1;
    }
#pragma omp taskwait
    for (int k = 0; k < 2; k++) {
#pragma omp task
#pragma omp parallel num_threads(k + 1)
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 4; i++)
        a[i / 2] = i; //~ RACE
#pragma omp taskwait
    }
  }
  return 0;
}
