// A released flag that was acquired publishes what was written before.
int main(void)
{
    int data = 0, flag = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 42;
#pragma omp atomic write release
            flag = 1;
        }
#pragma omp section
        {
            int seen;
#pragma omp atomic read acquire
            seen = flag;
            if (seen)
                data = 43;
        }
    }
    return data;
}
