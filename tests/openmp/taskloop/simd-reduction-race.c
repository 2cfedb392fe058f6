/* Lanes have copies of what is reduced, but not of the element that all of them change. */
int a[2];

int main(void)
{
  int s = 0;
#pragma omp parallel masked
#pragma omp taskloop simd reduction(+ : s)
  for (int i = 0; i < 8; i++) {
    s += i;
    a[1] = i; //~ RACE
  }
  return s;
}
