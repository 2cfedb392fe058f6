// A limit of two threads lets two of them race.
int main(void)
{
    int x = 0;
#pragma omp teams num_teams(1) thread_limit(2)
    {
#pragma omp parallel
        x++; //~ RACE
    }
    return x;
}
