/* What is private to a vector loop is private to each lane. */
int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int t = 0;
#pragma omp single
#pragma omp taskloop simd private(t)
    for (int i = 0; i < 8; i++)
      t = i;
  }
  return 0;
}
