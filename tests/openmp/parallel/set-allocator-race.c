/* The allocator that is set before a region is the one of its threads. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_default_allocator(omp_large_cap_mem_alloc);
#pragma omp parallel num_threads(2)
  if (omp_get_default_allocator() == omp_large_cap_mem_alloc)
    x++; //~ RACE
  return 0;
}
