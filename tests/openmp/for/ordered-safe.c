// The write is in the ordered block.
int main(void)
{
    int x = 0;
#pragma omp parallel for ordered
    for (int i = 0; i < 4; i++) {
#pragma omp ordered
        {
            x = i;
        }
    }
    return x;
}
