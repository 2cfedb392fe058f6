// A reduction over teams.
int main(void)
{
    int sum = 0;
#pragma omp target teams num_teams(2) map(tofrom : sum) reduction(+ : sum)
    {
        sum += 1;
    }
    return sum;
}
