/* Not all threads of the team come to the loop. */
int a[10];

int main(void)
{
#pragma omp parallel
#pragma omp master
#pragma omp for  //~ ERROR closely nested inside of `master`
  for (int i = 0; i < 10; i++)
    a[i] = i;
  return 0;
}
