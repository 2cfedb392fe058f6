// A function that counts its calls says whether a loop runs on a device: every thread calls it.
int calls;

static int is_large(void)
{
    calls++;  //~ RACE
    return 1;
}

int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp target if(is_large()) map(tofrom : a[i : 1])
        a[i] = i;
    }
    return a[1];
}
