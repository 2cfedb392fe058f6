// Two target tasks have the array at the same time.
int main(void)
{
    double d[8];
    for (int k = 0; k < 2; k++) {
#pragma omp target teams distribute parallel for nowait depend(in : d)
        for (int i = 0; i < 8; i++)
            d[i] = i;  //~ RACE
    }
#pragma omp taskwait
    return 0;
}
