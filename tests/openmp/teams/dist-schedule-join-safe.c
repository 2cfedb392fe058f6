// The region of a chunk ends before the team goes on to its next one, so that it has what the one before wrote.
int a[8];

int main(void)
{
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for dist_schedule(static, 2) num_threads(2)
    for (int i = 0; i < 8; i++)
        a[i] = i < 4 ? 0 : a[i - 4];
    return 0;
}
