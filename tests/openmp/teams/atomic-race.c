// Two teams write without protection.
int main(void)
{
    int x = 0;
#pragma omp target teams num_teams(2) map(tofrom : x)
#pragma omp parallel num_threads(1)
    {
        x++;  //~ RACE
    }
    return x;
}
