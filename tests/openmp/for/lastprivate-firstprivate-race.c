// The original is read while the last iteration may have written it.
int main(void)
{
    int x = 3, k = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for lastprivate(x) nowait  //~ RACE
        for (int i = 0; i < 4; i++)
            x = i;
#pragma omp critical
        k += x;  //~ RACE
    }
    return x + k;
}
