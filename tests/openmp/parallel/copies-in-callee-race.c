// A static local variable is shared.
static void count(void)
{
    static int calls;
    calls++;  //~ RACE
}

int main(void)
{
#pragma omp parallel
    count();
    return 0;
}
