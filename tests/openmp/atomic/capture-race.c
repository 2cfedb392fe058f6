// The captured values are unique, but two of them name one element.
int main(void)
{
    int next = 0, a[4] = { 0 };
#pragma omp parallel num_threads(2)
    {
        int mine;
#pragma omp atomic capture
        mine = next++;
        a[mine / 2] = 1;  //~ RACE
    }
    return a[0];
}
