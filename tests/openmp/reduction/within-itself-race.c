// The threads of a region call the function again, so that two regions combine into the same total at a time.
int total;

static void add(int depth)
{
#pragma omp parallel num_threads(2) reduction(+ : total)  //~ RACE
    {
        total += 1;
        if (depth > 0)
            add(depth - 1);
    }
}

int main(int count, char **words)
{
    (void)words;
    add(count > 0);
    return 0;
}
