// An iteration finds in the copy of its task what those before it left there, or the first value.
int g;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        int x = 5;
#pragma omp taskloop firstprivate(x)
        for (int i = 0; i < 3; i++) {
            int *p = &x;
            if (i == 0)
                g++;  //~ RACE
            if (i == 2 && *p == 1)
                g++;  //~ RACE
            *p = i;
        }
    }
    return 0;
}
