// Of seven iterations the first thread may have three: then the fourth one is the second's.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 7; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 8; i++)
            b[i] = i == 3 ? a[3] : 0;  //~ RACE
    }
    return b[0];
}
