// The tasks of the loop write different elements.
int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel masked taskloop
    for (int i = 0; i < 4; i++)
        a[i] = i;
    return a[0];
}
