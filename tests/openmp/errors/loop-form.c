// A loop that is not in the canonical form.
int main(void)
{
    int a[4];
#pragma omp parallel for
    for (int i = 1; i < 4; i *= 2)  //~ ERROR form
        a[i] = 0;
    return 0;
}
