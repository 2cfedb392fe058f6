// The iterations of a thread are lanes of a vector loop beside each other.
int a[16];

int main(void)
{
#pragma omp parallel for simd schedule(static, 16) num_threads(2)
    for (int i = 1; i < 16; i++)
        a[i] = a[i - 1] + 1;  //~ RACE
    return a[1];
}
