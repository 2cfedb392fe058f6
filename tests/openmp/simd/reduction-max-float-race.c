/* Lanes share the place of the maximum. */
double a[8];

int main(void)
{
  double m = 0;
  int at = 0;
#pragma omp simd reduction(max : m)
  for (int i = 0; i < 8; i++)
    if (a[i] >= m) {
      m = a[i];
      at = i; //~ RACE
    }
  return at;
}
