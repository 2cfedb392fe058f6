// Of three loops collapsed, the first two decide the element.
int main(void)
{
    int a[2][2][2] = { { { 0 } } };
#pragma omp parallel for collapse(3)
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                a[i][j][0] += k;  //~ RACE
    return a[0][0][0];
}
