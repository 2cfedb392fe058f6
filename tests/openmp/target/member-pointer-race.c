// The member that leads to what is mapped is not copied.
struct vector {
    int size;
    int *elements;
};

int a[4];

int main(void)
{
    struct vector v = {4, a}, *p = &v;
#pragma omp target map(tofrom : p->elements[0 : 4]) nowait
    p->elements[0] = 1;  //~ RACE
    p->elements = 0;  //~ RACE
#pragma omp taskwait
    return 0;
}
