// The other side of the exchange is shared.
int main(void)
{
    int x = 0;
    int old = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic capture
        { old = x; x = 5; }  //~ RACE
        (void)&old;
    }
    return x;
}
