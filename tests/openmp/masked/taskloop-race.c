// The tasks of the loop add to one variable.
int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel masked taskloop
    for (int i = 0; i < 4; i++)
        a[0] = i;  //~ RACE
    return a[0];
}
