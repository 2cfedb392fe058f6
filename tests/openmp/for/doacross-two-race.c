// The dependence on the row above is not named.
int main(void)
{
    int a[4][4] = { { 0 } };
#pragma omp parallel for ordered(2)
    for (int i = 1; i < 4; i++)
        for (int j = 1; j < 4; j++) {
#pragma omp ordered depend(sink : i, j - 1)
            a[i][j] = a[i - 1][j] + a[i][j - 1];  //~ RACE
#pragma omp ordered depend(source)
        }
    return a[3][3];
}
