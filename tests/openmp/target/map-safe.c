// The threads of the region write different elements.
int main(void)
{
    int a[8] = { 0 };
#pragma omp target map(tofrom : a)
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] += i;
    return a[0];
}
