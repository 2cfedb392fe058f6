/* Lanes of an outer vector loop race wherever their accesses are in an inner one. */
int a[8], b;

int main(void)
{
#pragma omp simd
  for (int i = 0; i < 8; i++) {
#pragma omp simd
    for (int j = 0; j < 8; j++)
      a[j] = i; //~ RACE
  }
  return 0;
}
