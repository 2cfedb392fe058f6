// No compiler is of that vendor.
int x;

int main(void)
{
#pragma omp metadirective when(implementation = { vendor(nobody) } : nothing) default(parallel num_threads(2))
    x++;  //~ RACE
    return 0;
}
