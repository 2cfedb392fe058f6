// An iteration looks at what it has written itself.
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
            *p = i;
            if (i == 0)
                g++;
            if (i == 2 && *p == 1)
                g++;
            *p = i;
        }
    }
    return 0;
}
