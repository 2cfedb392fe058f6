// The iterations of a tile stay together.
static int a[8];

int main(void)
{
#pragma omp parallel for
#pragma omp tile sizes(2)
    for (int i = 0; i < 8; i++)
        a[i / 2]++;
    return a[0];
}
