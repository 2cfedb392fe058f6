// `collapse` asks for more loops than there are.
int main(void)
{
    int a[4];
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 4; i++)
        a[i] = 0;  //~ ERROR a `for` loop is needed here
    return 0;
}
