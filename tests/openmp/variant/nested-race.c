// The region is outside of the function, whose call has no constructs around it.
int x;

static void careful(void)
{
#pragma omp critical
    x++;
}

#pragma omp declare variant(careful) match(construct = { parallel })
static void add(void)
{
    x++;  //~ RACE
}

static void call(void)
{
    add();
}

int main(void)
{
#pragma omp parallel num_threads(2)
    call();
    return 0;
}
