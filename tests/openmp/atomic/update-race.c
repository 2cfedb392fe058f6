// An increment that is not atomic.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        x++;  //~ RACE
    }
    return x;
}
