/* A task that takes part in the reduction has a copy of its own, and so has the thread that made it. */
int main(void)
{
  int x = 0;
#pragma omp parallel num_threads(2) reduction(task, + : x)
  {
#pragma omp task in_reduction(+ : x)
    x++;
    x++;
  }
  return x;
}
