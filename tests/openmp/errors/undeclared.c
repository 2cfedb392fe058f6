// A name that means nothing.
int main(void)
{
#pragma omp parallel private(nothing)  //~ ERROR nothing
    ;
    return 0;
}
