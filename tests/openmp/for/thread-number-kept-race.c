/* Iterations keep the numbers of their threads, two of them in one place. */
#include <omp.h>
#include <stdio.h>

int who[16];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++) {
    who[i / 2] = omp_get_thread_num(); //~ RACE
    printf("iteration %d\n", i);
  }
  return 0;
}
