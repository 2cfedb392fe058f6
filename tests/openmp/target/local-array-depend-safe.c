// One target task after the other has the array.
int main(void)
{
    double d[8];
    for (int k = 0; k < 2; k++) {
#pragma omp target teams distribute parallel for nowait depend(inout : d)
        for (int i = 0; i < 8; i++)
            d[i] = i;
    }
#pragma omp taskwait
    return 0;
}
