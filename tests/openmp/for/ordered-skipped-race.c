// Iterations without an ordered block write outside of it.
int main(void)
{
    int x = 0;
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 4; i++) {
        if (i % 2)
            continue;
        x += i;  //~ RACE
#pragma omp ordered
        {
        }
    }
    return x;
}
