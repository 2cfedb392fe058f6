// A reduction over all threads of all teams.
int main(void)
{
    int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < 8; i++)
        sum += i;
    return sum;
}
