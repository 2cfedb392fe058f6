// Lanes at the limit of the type, each of which has an element of its own.
int a[8];
int main(void)
{
  unsigned char to = 255;
  #pragma omp simd
  for (unsigned char i = 250; i <= to; i++)
    a[i - 249] = i;
  return a[0];
}
