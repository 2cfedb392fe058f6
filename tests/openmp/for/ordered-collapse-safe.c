// The write is in the ordered block of a collapsed nest.
int main(void)
{
    int x = 0;
#pragma omp parallel for ordered collapse(2)
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
#pragma omp ordered
            {
                x += i;
            }
        }
    return x;
}
