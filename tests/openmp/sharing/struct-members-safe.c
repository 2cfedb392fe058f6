// Members of one object are different memory locations.
struct pair {
    short first, second;
};

int main(void)
{
    struct pair p = { 0, 0 };
#pragma omp parallel sections
    {
#pragma omp section
        p.first = 1;
#pragma omp section
        p.second = 2;
    }
    return p.first;
}
