// The tasks write the elements of their iterations.
int main(void)
{
    int a[5] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            a[i] = i;
        }
    }
    return a[0];
}
