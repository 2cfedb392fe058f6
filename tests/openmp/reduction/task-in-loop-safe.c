/* Tasks of iterations, and tasks that these make, take part in the reduction of the loop. */
int main(void)
{
  int x = 0;
#pragma omp parallel for num_threads(2) reduction(task, + : x)
  for (int i = 0; i < 2; i++) {
#pragma omp task in_reduction(+ : x)
    {
#pragma omp task in_reduction(+ : x)
      x++;
      x++;
    }
    x++;
  }
  return x;
}
