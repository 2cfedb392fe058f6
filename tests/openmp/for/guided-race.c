// Chunks of a guided schedule shrink: the iterations may be of different threads.
int main(void)
{
    int a[16] = { 0 };
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < 16; i++)
        a[i / 2]++;  //~ RACE
    return a[0];
}
