/* A group waits for grandchildren, whoever has the places of others. */
int x, y, warm[200];

int main(void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 140; i++) {
#pragma omp task
      warm[i] = 1;
    }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task
    {
#pragma omp task
      {
#pragma omp task
        x = 1;
      }
#pragma omp taskwait
    }
    }
#pragma omp task
    {
#pragma omp taskgroup
      {
#pragma omp task
        y = 1;
      }
      x = 2;
    }
  }
  return 0;
}
