// The seventh thread writes a variable of its own.
#include <omp.h>
int first, last;
int main(void)
{
  #pragma omp parallel
  {
    int number = omp_get_thread_num();
    if (number == 6)
      last = 6;
    if (number == 0)
      first = 0;
  }
  return first + last;
}
