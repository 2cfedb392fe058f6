// A plain read beside atomic updates.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp atomic update
        x += 2;  //~ RACE
        k = x;  //~ RACE
        (void)k;
    }
    return x;
}
