// A chunk of more iterations than there are is one work, and nobody goes on before it is done.
int x;
int main(void)
{
  long long chunk = 0x7fffffffffffffff;
  #pragma omp parallel
  {
    #pragma omp for schedule(dynamic, chunk)
    for (int i = 0; i < 3; i++)
      x += i;
    #pragma omp single
    x++;
  }
  return x;
}
