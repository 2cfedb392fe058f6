/* A thread that sets another allocator has it, and not the one of before. */
#include <omp.h>

int x;

int main(void)
{
  omp_set_default_allocator(omp_large_cap_mem_alloc);
#pragma omp parallel num_threads(2)
  {
    omp_set_default_allocator(omp_const_mem_alloc);
    if (omp_get_default_allocator() == omp_large_cap_mem_alloc)
      x++;
  }
  return 0;
}
