/* More tasks than there is room for at a time, for which nobody waits until the end. */
int a[5000];

int main(void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5000; i++) {
#pragma omp task
    a[i] = i;
  }
  return a[0];
}
