/* The others wait for the critical section. */
int x;

int main(void)
{
#pragma omp parallel
  {
#pragma omp critical
    {
      x++;
#pragma omp barrier  //~ ERROR closely nested inside of `critical`
    }
  }
  return 0;
}
