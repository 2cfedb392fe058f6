// A clause that the directive does not take.
int main(void)
{
#pragma omp parallel schedule(static)  //~ ERROR schedule
    ;
    return 0;
}
