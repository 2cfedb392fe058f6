// Each work of the loop runs the loop again, and works of the same number in two of these do the same.
int rows[4];

static void fill(int depth)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++) {
        if (depth > 0)
            fill(depth - 1);
        else
            rows[i]++;  //~ RACE
    }
}

int main(int count, char **words)
{
    (void)words;
    fill(count > 0);
    return 0;
}
