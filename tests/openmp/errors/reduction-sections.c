int main(void)
{
    int a[8] = {0};
#pragma omp parallel for reduction(+ : a[0:4], a[2:4])  //~ ERROR a section of `a` is reduced already
    for (int i = 0; i < 8; i++)
        a[i % 4] += i;
    return a[3];
}
