// A limit of one thread leaves a region with one thread.
int main(void)
{
    int x = 0;
#pragma omp teams num_teams(1) thread_limit(1)
    {
#pragma omp parallel
        x++;
    }
    return x;
}
