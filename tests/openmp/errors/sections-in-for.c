/* An iteration is done by one thread. */
int x;

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
#pragma omp sections  //~ ERROR closely nested inside of `for`
    {
      x = i;
    }
  }
  return 0;
}
