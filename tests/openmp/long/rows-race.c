// A sweep that writes the grid that it reads.
#define N 300
double a[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * j;
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            a[i][j] = 0.25 * (a[i - 1][j] + a[i][j - 1] + a[i][j + 1]);  //~ RACE
    return 0;
}
