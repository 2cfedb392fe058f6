// Chunks go to the teams in turn, so that the team that wrote the element reads it.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp teams num_teams(2)
    {
#pragma omp distribute dist_schedule(static, 2)
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp distribute dist_schedule(static, 2)
        for (int i = 0; i < 8; i++)
            b[i] = a[i];
    }
    return b[0];
}
