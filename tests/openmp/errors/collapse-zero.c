// `collapse` needs a positive constant.
int main(void)
{
    int a[4];
#pragma omp parallel for collapse(0)  //~ ERROR collapse
    for (int i = 0; i < 4; i++)
        a[i] = 0;
    return 0;
}
