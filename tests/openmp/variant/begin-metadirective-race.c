// The statements up to the end are those of the region.
int x, y;

int main(void)
{
#pragma omp begin metadirective when(device = { kind(gpu) } : nothing) when(user = { condition(1) } : parallel num_threads(2))
    x++;  //~ RACE
#pragma omp atomic
    y++;
#pragma omp end metadirective
    return 0;
}
