// A flush without a list orders the data.
int main(void)
{
    int flag = 0;
    int data = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 1;
#pragma omp flush
#pragma omp atomic write
            flag = 1;
        }
#pragma omp section
        {
            int seen;
#pragma omp atomic read
            seen = flag;
#pragma omp flush
            if (seen)
                data = 2;
            (void)&data;
            (void)seen;
        }
    }
    return flag;
}
