// The section leaves out the last element.
int main(void)
{
    int a[3] = { 0 };
#pragma omp parallel for reduction(+ : a[0:2])
    for (int i = 0; i < 6; i++)
        if (i % 3 < 2)
            a[i % 3] += i;
    return a[0];
}
