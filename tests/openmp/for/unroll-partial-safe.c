// The iterations that are unrolled stay together.
static int a[8];

int main(void)
{
#pragma omp parallel for
#pragma omp unroll partial(2)
    for (int i = 0; i < 8; i++)
        a[i / 2]++;
    return a[0];
}
