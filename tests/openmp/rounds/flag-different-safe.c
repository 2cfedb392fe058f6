// All iterations store the same.
int a[8], n;

int main(void)
{
    int last = 0;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 8; i++)
#pragma omp critical
        last = 1;
    if (last == 7)
#pragma omp parallel num_threads(2)
        n = 1;
    return n;
}
