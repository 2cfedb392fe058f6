// An operator that does not reduce.
int main(void)
{
    int x = 0;
#pragma omp parallel reduction(% : x)  //~ ERROR is not the operator
    x = 1;
    return x;
}
