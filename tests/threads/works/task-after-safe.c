// Whoever does the section, the barrier at its end orders it before the task.
#include <omp.h>
int x, y;
int main(void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      x = 1;
    }
#pragma omp master
    {
#pragma omp task
      y = x;
    }
  }
  return 0;
}
