// An iteration reads what the next one writes.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1] + 1;  //~ RACE
    return a[0];
}
