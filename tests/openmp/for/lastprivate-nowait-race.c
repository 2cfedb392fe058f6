// Without the barrier other threads may read `x` before the last iteration has given it its value.
int main(void)
{
    int x = 0, seen[64];
#pragma omp parallel
    {
        int k;
#pragma omp for lastprivate(x) nowait  //~ RACE
        for (int i = 0; i < 4; i++)
            x = i;
        k = x;  //~ RACE
        (void)k;
    }
    (void)seen;
    return x;
}
