// The variable of a sequential loop within a region is shared in C, unlike that of the worksharing loop.
int main(void)
{
    int i, j, a[4][4];
#pragma omp parallel for
    for (i = 0; i < 4; i++)
        for (j = 0; j < 1; j++)  //~ RACE
            a[i][0] = 0;
    return a[0][0];
}
