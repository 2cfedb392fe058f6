/* A task is no thread of the team. */
int x;

int main(void)
{
#pragma omp parallel
#pragma omp task
  {
#pragma omp single  //~ ERROR closely nested inside of `task`
    x = 1;
  }
  return 0;
}
