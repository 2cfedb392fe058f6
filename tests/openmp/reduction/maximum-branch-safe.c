// Each thread compares with the maximum of its own iterations.
int a[50];

int main(void)
{
  int most = 0;
  for (int i = 0; i < 50; i++)
    a[i] = i * 7 % 50;
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < 50; i++)
    if (a[i] > most)
      most = a[i];
  return most;
}
