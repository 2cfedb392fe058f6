// What follows the block of an iteration is beside what comes before the block of the next one.
int main(void)
{
    int a[41] = { 0 }, b[41] = { 0 }, x = 0;
#pragma omp parallel for ordered
    for (int i = 0; i < 40; i++) {
        a[i] = i;  //~ RACE
#pragma omp ordered
        x++;
        b[i] = a[i + 1];  //~ RACE
    }
    return b[0] + x;
}
