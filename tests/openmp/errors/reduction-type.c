// No reduction of this operator for a structure.
struct pair {
    int a, b;
};

int main(void)
{
    struct pair p = { 0, 0 };
#pragma omp parallel reduction(+ : p)  //~ ERROR no reduction `+`
    p.a = 1;
    return p.a;
}
