// `copyin` is for threadprivate variables.
int main(void)
{
    int x = 0;
#pragma omp parallel copyin(x)  //~ ERROR threadprivate
    x = 1;
    return x;
}
