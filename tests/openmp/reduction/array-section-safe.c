// A reduction of an array section.
int main(void)
{
    int a[3] = { 0 };
#pragma omp parallel for reduction(+ : a[0:3])
    for (int i = 0; i < 6; i++)
        a[i % 3] += i;
    return a[0];
}
