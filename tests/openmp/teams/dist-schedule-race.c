// Chunks go to the teams in turn, so that another team reads the element.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp teams num_teams(2)
    {
#pragma omp distribute dist_schedule(static, 2)
        for (int i = 0; i < 8; i++)
            a[i] = i;  //~ RACE
#pragma omp distribute dist_schedule(static, 2)
        for (int i = 0; i < 8; i++)
            b[i] = a[(i + 2) % 8];  //~ RACE
    }
    return b[0];
}
