// The minimum is not reduced.
int main(void)
{
    double least = 1e9, a[4] = { 3, 1, 2, 4 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        least = a[i] < least ? a[i] : least;  //~ RACE
    return (int)least;
}
