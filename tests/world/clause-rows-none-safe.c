// Tasks do one element each.
//~ lacks: with tasks of `taskloop` that do iterations in a row
static int a[16];

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 16; i++) {
#pragma omp task firstprivate(i)
            a[i] = i;
        }
    }
    return 0;
}
