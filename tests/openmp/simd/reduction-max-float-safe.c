/* Each lane has a copy of the maximum, also of a floating type. */
double a[8];

int main(void)
{
  double m = 0;
#pragma omp simd reduction(max : m)
  for (int i = 0; i < 8; i++)
    if (a[i] > m)
      m = a[i];
  return m > 0;
}
