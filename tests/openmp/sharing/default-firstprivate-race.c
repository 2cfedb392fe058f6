// `default(shared)`.
int main(void)
{
    int x = 0;
#pragma omp parallel default(shared)
    {
        x++;  //~ RACE
        (void)&x;
    }
    return 0;
}
