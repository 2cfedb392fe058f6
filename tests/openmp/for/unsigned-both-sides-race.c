// The bounds are on both sides of 2^63, so that there are iterations only if they are compared without a sign.
int hits[4];
int main(void)
{
  #pragma omp parallel for
  for (unsigned long long i = 0x7000000000000000; i < 0xb000000000000000; i += 0x1000000000000000)
    hits[i >> 63]++; //~ RACE
  return hits[0];
}
