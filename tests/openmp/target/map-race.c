// The threads of the region write one element.
int main(void)
{
    int a[8] = { 0 };
#pragma omp target map(tofrom : a)
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[0] += i;  //~ RACE
    return a[0];
}
