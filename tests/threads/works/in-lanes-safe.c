// Lanes belong to the iteration around them, and only one iteration has any.
int b[4];
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++) {
    if (i < 1) {
#pragma omp simd
      for (int j = 0; j < 4; j++)
        b[j] = i;
    }
  }
  return 0;
}
