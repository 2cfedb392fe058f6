// Each iteration has its own element.
int main(void)
{
    int j = 0, a[8] = {0};
#pragma omp parallel for linear(j) num_threads(2)
    for (int i = 0; i < 8; i++) {
        a[j] += i;
        j++;
    }
    return a[0] + j;
}
