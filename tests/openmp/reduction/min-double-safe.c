// A reduction of a minimum of floating values.
int main(void)
{
    double least = 1e9, a[4] = { 3, 1, 2, 4 };
#pragma omp parallel for reduction(min : least)
    for (int i = 0; i < 4; i++)
        least = a[i] < least ? a[i] : least;
    return (int)least;
}
