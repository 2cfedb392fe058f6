// Every thread runs all iterations of a loop that binds to it.
int a[4];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp loop bind(thread)
        for (int i = 0; i < 4; i++)
            a[i] = i;  //~ RACE
    }
    return a[0];
}
