// Atomic updates are atomic for all teams.
int main(void)
{
    int x = 0;
#pragma omp target teams num_teams(2) map(tofrom : x)
#pragma omp parallel num_threads(1)
    {
#pragma omp atomic
        x++;
    }
    return x;
}
