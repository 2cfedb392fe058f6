// The new value is captured into a shared variable.
int main(void)
{
    int x = 0;
    int now = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic capture
        now = x += 2;  //~ RACE
        (void)&now;
    }
    return x;
}
