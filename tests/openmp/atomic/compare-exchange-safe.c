// Exactly one thread wins.
int main(void)
{
    int owner = 0, x = 0;
#pragma omp parallel num_threads(2)
    {
        int won;
#pragma omp atomic compare capture
        { won = owner == 0; if (won) { owner = 1; } }
        if (won)
            x = 1;
    }
    return x;
}
