// Rounds go on until nothing changes, which reductions tell; the elements are marked in place.
int now[100], next[100];

int main(void)
{
  int changed = 1, rounds = 0;
  now[0] = next[0] = 1;
  while (changed && rounds < 8) {
    changed = 0;
#pragma omp parallel for reduction(|| : changed)
    for (int i = 1; i < 100; i++)
      if (!now[i] && now[i - 1]) { //~ RACE
        now[i] = 1; //~ RACE
        changed = 1;
      }
    for (int i = 0; i < 100; i++)
      now[i] = next[i];
    rounds++;
  }
  return rounds;
}
