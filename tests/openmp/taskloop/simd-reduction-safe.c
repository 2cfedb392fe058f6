/* The reduction of `taskloop simd` is one of its lanes too. */
int main(void)
{
  int s = 0;
#pragma omp parallel masked
#pragma omp taskloop simd reduction(+ : s)
  for (int i = 0; i < 8; i++)
    s += i;
  return s;
}
