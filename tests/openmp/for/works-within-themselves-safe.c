// One work of the loop runs the loop again, and the elements that its works have are others.
int rows[4];

static void fill(int depth)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++) {
        if (depth == 0)
            rows[i]++;
        else if (i == 0)
            fill(depth - 1);
        else
            rows[i + 1]++;
    }
}

int main(int count, char **words)
{
    (void)words;
    fill(count > 0);
    return 0;
}
