// A static local variable is shared.
int main(void)
{
    static int x;
#pragma omp parallel default(shared)
    {
        x++;  //~ RACE
        (void)&x;
    }
    return 0;
}
