// Each inner iteration has its own element.
int main(void)
{
    int a[4][4] = { { 0 } };
#pragma omp target teams distribute num_teams(2) map(tofrom : a)
    for (int i = 0; i < 4; i++) {
#pragma omp parallel for
        for (int j = 0; j < 4; j++)
            a[i][j] += j;
    }
    return a[0][0];
}
