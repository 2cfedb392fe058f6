// The iterations of a thread come one after the other.
static int a[2];

int main(void)
{
#pragma omp parallel for schedule(static) num_threads(2)
    for (int i = 0; i < 16; i++)
        a[i / 8] += i;
    return a[0];
}
