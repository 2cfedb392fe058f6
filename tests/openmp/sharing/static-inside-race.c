// A static variable is shared wherever it is declared.
int main(void)
{
#pragma omp parallel
    {
        static int t;
        t++;  //~ RACE
    }
    return 0;
}
