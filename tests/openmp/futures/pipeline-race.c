/* Five stages, of which the fourth does not wait for the third. */
#include <assert.h>
int main(void) {
  int stage[6] = {3};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : stage[1])
    stage[1] = stage[0] + 1;
#pragma omp task depend(in : stage[1]) depend(out : stage[2])
    stage[2] = stage[1] * 2;
#pragma omp task depend(in : stage[2]) depend(out : stage[3])
    stage[3] = stage[2] - stage[1]; //~ RACE
#pragma omp task depend(in : stage[2]) depend(out : stage[4])
    stage[4] = stage[3] + stage[2]; //~ RACE
#pragma omp task depend(in : stage[4]) depend(out : stage[5])
    stage[5] = stage[4] * 2;
  }
  assert(stage[5] != 1000);
  return 0;
}
