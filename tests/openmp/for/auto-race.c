// schedule(auto): any mapping.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel for schedule(auto)
    for (int i = 0; i < 8; i++)
        a[i % 4] = i;  //~ RACE
    return a[0];
}
