// A relaxed flag publishes nothing.
int main(void)
{
    int data = 0, flag = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 42;  //~ RACE
#pragma omp atomic write relaxed
            flag = 1;
        }
#pragma omp section
        {
            int seen;
#pragma omp atomic read relaxed
            seen = flag;
            if (seen)
                data = 43;  //~ RACE
        }
    }
    return data;
}
