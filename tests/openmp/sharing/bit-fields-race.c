// Adjacent bit-fields are one memory location.
struct bits {
    unsigned low : 3;
    unsigned high : 3;
};

int main(void)
{
    struct bits b = { 0, 0 };
#pragma omp parallel sections
    {
#pragma omp section
        b.low = 1;  //~ RACE
#pragma omp section
        b.high = 2;  //~ RACE
    }
    return b.low;
}
