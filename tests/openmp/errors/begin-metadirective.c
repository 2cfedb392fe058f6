// The end is missing.
int main(void)
{
#pragma omp begin metadirective when(user = { condition(1) } : parallel)  //~ ERROR has no `end metadirective`
    ;
    return 0;
}
