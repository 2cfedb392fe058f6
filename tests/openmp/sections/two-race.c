// Two sections write the same variable.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel sections
    {
#pragma omp section
        x = 1;  //~ RACE
#pragma omp section
        x = 2;  //~ RACE
    }
    return x + y;
}
