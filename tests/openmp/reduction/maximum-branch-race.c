// Each thread compares with the maximum of its own iterations, but where it was is shared.
int a[50], where;

int main(void)
{
  int most = 0;
  for (int i = 0; i < 50; i++)
    a[i] = i * 7 % 50;
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < 50; i++)
    if (a[i] > most) {
      most = a[i];
      where = i; //~ RACE
    }
  return most + where;
}
