// The second section waits for the first, unless its own thread has done that before.
int x, flag;
int main(void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      x = 1;
#pragma omp atomic write seq_cst
      flag = 1;
    }
#pragma omp section
    {
      int seen;
      do {
#pragma omp atomic read seq_cst
        seen = flag;
      } while (!seen);
      x = 2 + seen;
    }
  }
  return 0;
}
