// The size of a chunk is an integer.
int main(void)
{
#pragma omp parallel for schedule(static, 1.5)  //~ ERROR integer
    for (int i = 0; i < 4; i++)
        ;
    return 0;
}
