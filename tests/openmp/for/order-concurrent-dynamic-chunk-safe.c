// The iterations of a chunk come one after the other.
static int a[4];

int main(void)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < 16; i++)
        a[i / 4] += i;
    return a[0];
}
