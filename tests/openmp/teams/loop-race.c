// `teams loop`: iterations depend on each other.
int main(void)
{
    int a[8] = { 0 };
#pragma omp target teams loop map(tofrom : a)
    for (int i = 1; i < 8; i++)
        a[i] = a[i - 1];  //~ RACE
    return a[0];
}
