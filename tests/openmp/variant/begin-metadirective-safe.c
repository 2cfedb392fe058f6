// The statements up to the end have no directive.
int x, y;

int main(void)
{
#pragma omp begin metadirective when(device = { kind(gpu) } : nothing) when(user = { condition(0) } : parallel num_threads(2))
    x++;
#pragma omp atomic
    y++;
#pragma omp end metadirective
    return 0;
}
