/* Iterations keep the numbers of their threads, whoever these are. */
#include <omp.h>
#include <stdio.h>

int who[16];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++) {
    who[i] = omp_get_thread_num();
    printf("iteration %d by %d\n", i, who[i]);
  }
  return 0;
}
