/* The end of a region waits for what an undeferred task has made. */
int x;

int main(void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if(0)
    {
#pragma omp task
      x = 1;
    }
  }
  x = 2;
  return 0;
}
