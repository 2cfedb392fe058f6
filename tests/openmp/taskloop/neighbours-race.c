// The tasks of a taskloop write their neighbour's elements.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < 7; i++)
        a[i] = a[i + 1];  //~ RACE
    return a[0];
}
