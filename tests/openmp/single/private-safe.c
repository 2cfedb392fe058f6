// The single block writes a private copy.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single nowait private(x)
        x = 1;
    }
    return x;
}
