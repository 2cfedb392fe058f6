// What follows a vector loop is still part of the iteration around it, and the first two iterations may be of two threads.
int b[4], x;
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++) {
    int sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < 4; j++)
      sum += b[j];
    if (i < 2)
      x = sum; //~ RACE
  }
  return 0;
}
