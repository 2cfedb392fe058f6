// The iterations of a thread run one after the other.
int a[16];

int main(void)
{
#pragma omp parallel for schedule(static, 16) num_threads(2)
    for (int i = 1; i < 16; i++)
        a[i] = a[i - 1] + 1;
    return a[1];
}
