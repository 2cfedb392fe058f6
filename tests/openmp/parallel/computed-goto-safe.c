// Each iteration jumps to an address of a label.
int a[8], last;

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
        void *places[] = { &&even, &&odd };
        goto *places[i % 2];
    even:
        a[i] = 1;
    odd:
        a[i] = 2;
    }
    return a[0];
}
