// The region of a chunk ends before the team goes on to its next one, but a neighbouring chunk is another team's.
int a[8];

int main(void)
{
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for dist_schedule(static, 2) num_threads(2)
    for (int i = 0; i < 8; i++)
        a[i] = i < 2 ? 0 : a[i - 2];  //~ RACE
    return 0;
}
