// Chunks of three: iterations 2 and 3 may be of different threads.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 0; i < 8; i++)
        a[i + 1] = a[i];  //~ RACE
    return a[0];
}
