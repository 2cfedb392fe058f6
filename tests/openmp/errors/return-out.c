// No way out of a region but its end.
int main(void)
{
#pragma omp parallel
    {
        return 1;  //~ ERROR may not leave
    }
    return 0;
}
