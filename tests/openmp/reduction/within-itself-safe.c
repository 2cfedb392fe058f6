// The function calls itself again after its region, which has combined by then.
int total;

static void add(int depth)
{
#pragma omp parallel num_threads(2) reduction(+ : total)
    {
        total += 1;
    }
    if (depth > 0)
        add(depth - 1);
}

int main(int count, char **words)
{
    (void)words;
    add(count > 0);
    return 0;
}
