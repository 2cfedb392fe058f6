// The first thread and the seventh write the same variable: there is no race in a team of six.
#include <omp.h>
int last;
int main(void)
{
  #pragma omp parallel
  {
    int number = omp_get_thread_num();
    if (number == 6)
      last = 6; //~ RACE
    if (number == 0)
      last = 0; //~ RACE
  }
  return last;
}
