// Critical sections of one name exclude each other.
int main(void)
{
    int x = 0;
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp critical(one)
        x++;
#pragma omp section
#pragma omp critical(one)
        x++;
    }
    return x;
}
