// Lanes at the limit of the type, where the bound has no successor.
int a[8];
int main(void)
{
  unsigned char to = 255;
  #pragma omp simd
  for (unsigned char i = 250; i <= to; i++)
    a[i - 249] = a[i - 250]; //~ RACE
  return a[0];
}
