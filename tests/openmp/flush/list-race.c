// A flush with a list is no release and no acquire: it does not order the data.
int main(void)
{
    int flag = 0;
    int data = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 1;  //~ RACE
#pragma omp flush(flag)
#pragma omp atomic write
            flag = 1;
        }
#pragma omp section
        {
            int seen;
#pragma omp atomic read
            seen = flag;
#pragma omp flush(flag)
            if (seen)
                data = 2;  //~ RACE
            (void)&data;
            (void)seen;
        }
    }
    return flag;
}
