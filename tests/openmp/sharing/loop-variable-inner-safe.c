// A clause makes the variable of the inner loop private.
int main(void)
{
    int i, j, a[4][4];
#pragma omp parallel for private(j)
    for (i = 0; i < 4; i++)
        for (j = 0; j < 1; j++)
            a[i][0] = 0;
    return a[0][0];
}
