// What follows the block of an iteration comes after what is before the block of the one before.
int main(void)
{
    int a[41] = { 0 }, b[41] = { 0 }, x = 0;
#pragma omp parallel for ordered
    for (int i = 1; i < 40; i++) {
        a[i] = i;
#pragma omp ordered
        x++;
        b[i] = a[i - 1];
    }
    return b[1] + x;
}
