// The lanes write one variable.
int main(void)
{
    int x = 0, a[8] = { 0 };
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        a[i] = i;
        x += i;  //~ RACE
    }
    return x + a[0];
}
