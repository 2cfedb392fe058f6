// Without the reduction, iterations meet at an element.
int main(void)
{
    int a[3] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 6; i++)
        a[i % 3] += i; //~ RACE
    return a[0];
}
