// Lanes of a vector loop are beside each other in one thread, which formulas do not have.
//~ unknown: works of lanes or of several teams
int a[8];

int main(void)
{
#pragma omp simd
    for (int i = 0; i < 7; i++)
        a[i + 1] = a[i];
    return 0;
}
