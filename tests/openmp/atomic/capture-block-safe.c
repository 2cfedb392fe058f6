// The block form of `capture`.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int old;
#pragma omp atomic capture
        { old = x; x += 3; }
        (void)&old;
    }
    return x;
}
