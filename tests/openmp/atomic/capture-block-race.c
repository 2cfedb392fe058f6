// The block form of `capture`; the old value is shared.
int main(void)
{
    int x = 0;
    int old;
#pragma omp parallel
    {
#pragma omp atomic capture
        { old = x; x += 3; }  //~ RACE
        (void)&old;
    }
    return x;
}
