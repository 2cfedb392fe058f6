// Teams add to one variable.
int main(void)
{
    int sum = 0;
#pragma omp target teams num_teams(2) map(tofrom : sum)
    {
        sum += 1;  //~ RACE
    }
    return sum;
}
