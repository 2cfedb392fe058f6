// Atomic updates of elements that several threads share.
int main(void)
{
    int a[2] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp atomic
        a[i % 2] += i;
    }
    return a[0];
}
