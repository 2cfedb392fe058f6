// A list that does not end.
int main(void)
{
    if (1)
#pragma omp parallel private(  //~ ERROR expected the name
        ;
    return 0;
}
