// Each inner iteration has its own element.
int main(void)
{
    int a[2][2] = { { 0 } };
#pragma omp target teams distribute num_teams(2) map(tofrom : a)
    for (int i = 0; i < 2; i++) {
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 2; j++)
            a[i][j] += j;
    }
    return a[0][0];
}
