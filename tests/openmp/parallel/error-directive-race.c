// A warning of the program orders nothing.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp error at(compilation) severity(warning) message("not done yet")
        x = 1;  //~ RACE
    }
    return x;
}
