// `teams loop`: iterations are independent.
int main(void)
{
    int a[8] = { 0 };
#pragma omp target teams loop map(tofrom : a)
    for (int i = 1; i < 8; i++)
        a[i] = i;
    return a[0];
}
