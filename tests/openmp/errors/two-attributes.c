// One variable, two attributes.
int main(void)
{
    int x = 0;
#pragma omp parallel private(x) shared(x)  //~ ERROR `x`
    x = 1;
    return x;
}
