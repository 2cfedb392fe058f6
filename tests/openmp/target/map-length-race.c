// The length of what is mapped is written by another thread.
int count = 1;

int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            count = 1;  //~ RACE
        else
        {
#pragma omp target map(tofrom : a[i : count])  //~ RACE
            a[i] = i;
        }
    }
    return a[1];
}
