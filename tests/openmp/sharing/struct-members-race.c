// Both sections write the same member.
struct pair {
    short first, second;
};

int main(void)
{
    struct pair p = { 0, 0 };
#pragma omp parallel sections
    {
#pragma omp section
        p.first = 1;  //~ RACE
#pragma omp section
        p.first = 2;  //~ RACE
    }
    return p.first;
}
