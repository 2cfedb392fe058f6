// Each captured value is another element.
int main(void)
{
    int next = 0, a[4] = { 0 };
#pragma omp parallel num_threads(2)
    {
        int mine;
#pragma omp atomic capture
        mine = next++;
        a[mine] = 1;
    }
    return a[0];
}
