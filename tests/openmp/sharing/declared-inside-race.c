// A variable declared outside of a region is shared.
int main(void)
{
    int t;
#pragma omp parallel
    {
        t = 1;  //~ RACE
        (void)&t;
    }
    return 0;
}
