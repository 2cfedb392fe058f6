// The first section and the second write different elements.
int main(void)
{
    int a[2];
#pragma omp parallel sections
    {
        a[0] = 1;
#pragma omp section
        a[1] = 2;
    }
    return a[0];
}
