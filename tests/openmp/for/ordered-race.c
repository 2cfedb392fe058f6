// The write is before the ordered block.
int main(void)
{
    int x = 0;
#pragma omp parallel for ordered
    for (int i = 0; i < 4; i++) {
        x = i;  //~ RACE
#pragma omp ordered
        {
        }
    }
    return x;
}
