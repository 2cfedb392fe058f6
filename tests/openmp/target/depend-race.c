// Two target tasks without order.
int main(void)
{
    int x = 0;
#pragma omp target map(tofrom : x) nowait depend(out : x)  //~ RACE
    x = 1;  //~ RACE
#pragma omp target map(tofrom : x) nowait  //~ RACE
    x = 2;  //~ RACE
#pragma omp taskwait
    return x;
}
