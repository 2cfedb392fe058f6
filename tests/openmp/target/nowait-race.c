// The host reads what the target task may still write.
int main(void)
{
    int x = 0, k;
#pragma omp target map(tofrom : x) nowait  //~ RACE
    x = 1;  //~ RACE
    k = x;  //~ RACE
#pragma omp taskwait
    return k;
}
