// The bounds are on both sides of 2^63; each iteration has an element of its own.
int hits[16];
int main(void)
{
  #pragma omp parallel for
  for (unsigned long long i = 0x7000000000000000; i < 0xb000000000000000; i += 0x1000000000000000)
    hits[i >> 60]++;
  return hits[0];
}
