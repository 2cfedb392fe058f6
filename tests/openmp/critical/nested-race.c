// Two critical sections, each around one of two variables: the inner one is not around the first.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
    {
#pragma omp critical(outer)
        {
            x++;  //~ RACE
#pragma omp critical(inner)
            y++;
        }
#pragma omp critical(inner)
        x++;  //~ RACE
    }
    return x + y;
}
