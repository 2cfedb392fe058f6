// An atomic increment.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp atomic
        x++;
    }
    return x;
}
