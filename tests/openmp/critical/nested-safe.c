// Two nested critical sections.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
    {
#pragma omp critical(outer)
        {
            x++;
#pragma omp critical(inner)
            y++;
        }
#pragma omp critical(inner)
        y++;
    }
    return x + y;
}
