// Every team does an iteration.
int g;

int main(void)
{
#pragma omp teams num_teams(2)
    {
        int x = 5;
#pragma omp distribute dist_schedule(static, 1)
        for (int i = 0; i < 2; i++)
            x = i;
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 2; j++)
            if (x == 5)
                g = j;
    }
    return 0;
}
