// A declared reduction with an initialiser.
struct point {
    int x, y;
};

#pragma omp declare reduction(add : struct point : omp_out.x += omp_in.x, omp_out.y += omp_in.y) \
    initializer(omp_priv = { 0, 0 })

int main(void)
{
    struct point sum = { 0, 0 };
#pragma omp parallel for reduction(add : sum)
    for (int i = 0; i < 4; i++)
        sum.x += i;
    return sum.x;
}
