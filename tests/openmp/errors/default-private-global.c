// A variable at file scope must be listed with `default(private)`.
int x;

int main(void)
{
#pragma omp parallel default(private)
    x = 1;  //~ ERROR `x` must be listed
    return 0;
}
