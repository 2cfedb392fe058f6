// The bounds are on both sides of 2^63; each task has an element of its own.
int sum[16];
int main(void)
{
  #pragma omp parallel
  #pragma omp single
  #pragma omp taskloop
  for (unsigned long long i = 0xc000000000000000; i > 0x2000000000000000; i -= 0x3000000000000000)
    sum[i >> 60]++;
  return sum[3];
}
