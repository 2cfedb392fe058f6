/* A region in a task has a team of its own, in which works are shared. */
int x;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      x = 1;
#pragma omp barrier
    }
  }
  return x;
}
