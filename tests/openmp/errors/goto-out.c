// No way out of a region but its end.
int main(void)
{
#pragma omp parallel
    {
        goto out;
    }
out:  //~ ERROR a jump may not
    return 0;
}
