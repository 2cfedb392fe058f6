// One team.
int main(void)
{
    int x = 0;
#pragma omp target teams num_teams(1) map(tofrom : x)
#pragma omp parallel
#pragma omp critical
    x++;
    return x;
}
