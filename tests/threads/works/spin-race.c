// The second section does not wait for the first.
int x, flag;
int main(void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      x = 1; //~ RACE
#pragma omp atomic write seq_cst
      flag = 1;
    }
#pragma omp section
    {
      int seen;
#pragma omp atomic read seq_cst
      seen = flag;
      x = 2 + seen; //~ RACE
    }
  }
  return 0;
}
