// A member of width zero separates bit-fields.
struct bits {
    unsigned low : 3;
    unsigned : 0;
    unsigned high : 3;
};

int main(void)
{
    struct bits b = { 0, 0 };
#pragma omp parallel sections
    {
#pragma omp section
        b.low = 1;
#pragma omp section
        b.high = 2;
    }
    return b.low;
}
