// All threads of all teams add to one variable.
int main(void)
{
    int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum)
    for (int i = 0; i < 8; i++)
        sum += i;  //~ RACE
    return sum;
}
