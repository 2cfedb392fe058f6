// The two halves of a recursion have different elements.
static void fill(int *a, int first, int last)
{
    if (last - first == 1) {
        a[first] = first;
        return;
    }
#pragma omp task
    fill(a, first, (first + last) / 2);
#pragma omp task
    fill(a, (first + last) / 2, last);
#pragma omp taskwait
}

int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel
#pragma omp single
    fill(a, 0, 4);
    return a[0];
}
