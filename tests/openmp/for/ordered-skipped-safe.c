// Some iterations have no ordered block.
int main(void)
{
    int x = 0;
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 4; i++) {
        if (i % 2)
            continue;
#pragma omp ordered
        {
            x += i;
        }
    }
    return x;
}
