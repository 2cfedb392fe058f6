// The second section may be done by the first thread, and then nothing orders it after what the second thread did before.
#include <omp.h>
int x;
int main(void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      x = 1; //~ RACE
#pragma omp sections
    {
#pragma omp section
      ;
#pragma omp section
      x = 2; //~ RACE
    }
  }
  return 0;
}
