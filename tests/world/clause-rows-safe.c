// A loop is cut into tasks.
//~ says: with tasks of `taskloop` that do iterations in a row
static int a[16];

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop
        for (int i = 0; i < 16; i++)
            a[i] = i;
    }
    return 0;
}
