// The length of what is mapped is only read.
int count = 1;

int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        
        {
#pragma omp target map(tofrom : a[i : count])
            a[i] = i;
        }
    }
    return a[1];
}
