// A chunk of more iterations than there are is one work; another thread does what comes after the loop.
int x;
int main(void)
{
  long long chunk = 0x7fffffffffffffff;
  #pragma omp parallel
  {
    #pragma omp for schedule(dynamic, chunk) nowait
    for (int i = 0; i < 3; i++)
      x += i; //~ RACE
    #pragma omp single
    x++; //~ RACE
  }
  return x;
}
