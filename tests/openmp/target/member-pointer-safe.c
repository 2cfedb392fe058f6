// A pointer to the structure whose member leads to what is mapped is copied.
struct vector {
    int size;
    int *elements;
};

int a[4];

int main(void)
{
    struct vector v = {4, a}, *p = &v;
#pragma omp target map(tofrom : p->elements[0 : 4]) nowait
    p->elements[0] = 1;
    p = 0;
#pragma omp taskwait
    return 0;
}
