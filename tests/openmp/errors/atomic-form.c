// A statement that cannot be atomic.
int main(void)
{
    int x = 0, y = 1;
#pragma omp atomic
    x = y;  //~ ERROR no form that `atomic` allows
    return x;
}
