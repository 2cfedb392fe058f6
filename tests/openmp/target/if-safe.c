// A function that counts its calls in an atomic way says whether a loop runs on a device.
int calls;

static int is_large(void)
{
#pragma omp atomic
    calls++;
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
