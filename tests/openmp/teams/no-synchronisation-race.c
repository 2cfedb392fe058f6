// Teams do not synchronise with each other: a critical section excludes within a team only.
int main(void)
{
    int x = 0;
#pragma omp target teams num_teams(2) map(tofrom : x)
#pragma omp parallel
#pragma omp critical
    x++;  //~ RACE
    return x;
}
