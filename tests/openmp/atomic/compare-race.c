// The conditional update is not atomic.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        if (x == 0) { x = 1; }  //~ RACE
    }
    return x;
}
