// The bounds are on both sides of 2^63, so that there are tasks only if they are compared without a sign.
int sum;
int main(void)
{
  #pragma omp parallel
  #pragma omp single
  #pragma omp taskloop
  for (unsigned long long i = 0xc000000000000000; i > 0x2000000000000000; i -= 0x3000000000000000)
    sum++; //~ RACE
  return sum;
}
