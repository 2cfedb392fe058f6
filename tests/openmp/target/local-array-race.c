// The iterations of teams of a target task share an element of an array on the stack.
int main(void)
{
    double d[8];
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < 8; i++)
        d[i / 2] = i;  //~ RACE
#pragma omp taskwait
    return 0;
}
