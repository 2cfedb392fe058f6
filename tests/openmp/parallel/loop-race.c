// `parallel loop`: neighbours.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel loop
    for (int i = 0; i < 7; i++)
        a[i] = a[i + 1];  //~ RACE
    return a[0];
}
